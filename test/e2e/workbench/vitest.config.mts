import { defineConfig } from 'vitest/config';

// Paths start at the checkout, where npm runs scripts.
export default defineConfig({
  test: {
    include: ['test/e2e/workbench/**/*.test.ts'],
    globalSetup: ['test/e2e/workbench/setup.ts'],
    // One server and two cores: one file after the other.
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 90_000,
    // A browser, a server and an extension host share two cores here; what passes only the second time is told as such.
    retry: 1,
    hookTimeout: 120_000,
  },
});
