import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts', 'test/corpora/**/*.test.ts'],
    testTimeout: 60_000,
    // Vitest leaves one core idle, which on two is half of the machine.
    maxWorkers: availableParallelism(),
    // No module keeps state that a test does not reset, so that files may share them: importing took a third of the time.
    isolate: false,
  },
});
