// Starts VS Code's server once for all files of the suite.
import type { TestProject } from 'vitest/node';
import { startServer } from '../../../scripts/workbench/server.mjs';
import { findChromium } from '../../../scripts/workbench/tools.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    server: { url: string; userData: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await findChromium();
  const server = await startServer({ verbose: Boolean(process.env['TRACEHOP_VERBOSE']) });
  project.provide('server', { url: server.url, userData: server.userData });
  return () => server.dispose();
}
