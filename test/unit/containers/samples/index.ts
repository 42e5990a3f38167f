import { recordSamples } from './records';
import type { Sample } from './sample';
import { tableSamples } from './tables';
import { textSamples } from './texts';
import { wholeSamples } from './wholes';

/** Samples of every container; `properties.test.ts` fails where one has none. */
export const samples: readonly Sample[] = [
  ...recordSamples,
  ...wholeSamples,
  ...textSamples,
  ...tableSamples,
];
