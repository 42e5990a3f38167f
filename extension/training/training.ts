// The part of training that is loaded when it is first needed: the websocket client and the reader of recipes.
import { newLaunchKey } from '../../core/training/client/bridge-client';
import { allowOnHost, defaultStateFolder, jobWorkFolder } from '../../core/training/state-folder';
import { checkEnvironment } from './environment-check';
import type { TrainingBundle } from './link';
import { openLink } from './live-link';
import { findProgram } from './program';

export const bundle: TrainingBundle = {
  openLink,
  findProgram,
  checkEnvironment,
  allow(state, python, folders) {
    allowOnHost(state, { python });
    for (const workspace of folders.toReversed()) allowOnHost(state, { workspace });
  },
  stateFolder: () => defaultStateFolder(),
  workFolder: (job) => jobWorkFolder(defaultStateFolder(), job),
  newLaunchKey,
};
