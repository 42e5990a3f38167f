// Starts VS Code's server once for all files of the suite.
import type { TestProject } from 'vitest/node';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../../core/training/process-identity';
import { readLock } from '../../../core/training/state-folder';
import { trainerPython } from '../../../scripts/trainer/python.mjs';
import { removeFolder } from '../../../scripts/workbench/remove-folder.mjs';
import { startServer } from '../../../scripts/workbench/server.mjs';
import { findChromium } from '../../../scripts/workbench/tools.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    server: { url: string; userData: string };
    /** State folder of the bridge that windows of the suite start, and the Python with the trainers' packages. */
    training: { state: string; python: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await findChromium();
  const python = await trainerPython();
  const state = mkdtempSync(join(tmpdir(), 'tracehop-bridge-'));
  const server = await startServer({
    env: { TRACEHOP_BRIDGE_STATE: state },
    verbose: Boolean(process.env['TRACEHOP_VERBOSE']),
  });
  // Also where the run is broken off.
  process.once('exit', () => endBridge(state));
  project.provide('training', { state, python });
  project.provide('server', { url: server.url, userData: server.userData });
  return async () => {
    await server.dispose();
    endBridge(state);
    removeFolder(state);
  };
}

/** A bridge outlives the windows that start it. */
function endBridge(state: string): void {
  const owner = readLock(state)?.owner;
  if (owner && isAlive(owner)) process.kill(owner.pid, 'SIGKILL');
}
