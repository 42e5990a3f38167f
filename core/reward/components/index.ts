import type { Component } from '../component';
import { exactMatchComponent } from './exact-match';
import { finalFormat } from './final-format';
import { retrieval } from './retrieval';
import { structureFormat } from './structure-format';

/** Every component. A new one is a file beside these and a line here. */
export const components: readonly Component[] = [
  exactMatchComponent,
  structureFormat,
  finalFormat,
  retrieval,
];
