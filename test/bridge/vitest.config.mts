import { defineConfig } from 'vitest/config';

// Paths start at the checkout, where npm runs scripts. Needs the build: the bridge and its runner are real processes.
export default defineConfig({
  test: {
    include: ['test/bridge/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
