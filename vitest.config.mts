import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that put counters in place of methods of `RegExp`: patterns stay slow for whatever runs in their process afterwards. */
const COUNTING = ['test/unit/findings/scaling.test.ts', 'test/unit/trace/properties.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    // Vitest leaves one core idle, which on two is half of the machine.
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/unit/**/*.test.ts', 'test/corpora/**/*.test.ts'],
          exclude: COUNTING,
          // No module keeps state that a test does not reset, so that files may share them: importing took a third of the time.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'counting', include: COUNTING } },
    ],
  },
});
