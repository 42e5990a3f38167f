import type { RowFormat } from './row-format';
import { trainerState } from './trainer-state';

/** Every format of rows, most specific first. A new one is a file beside these and a line here. */
export const rowFormats: readonly RowFormat[] = [trainerState];
