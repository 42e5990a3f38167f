import { answerColumns } from './answer';
import type { Column } from './column';
import { costColumns } from './cost';
import { evidenceColumns } from './evidence';
import { findingColumns } from './findings';
import { identityColumns } from './identity';
import { recordedColumns } from './recorded';
import { rewardColumns } from './reward';
import { shapeColumns } from './shape';

/** Every column, in the order in which they are listed. A new one is an entry in the file of its family. */
export const columns: readonly Column[] = [
  ...identityColumns,
  ...recordedColumns,
  ...answerColumns,
  ...rewardColumns,
  ...shapeColumns,
  ...evidenceColumns,
  ...costColumns,
  ...findingColumns,
];

/** Raised by whoever changes what a column of the same id holds for the same file: caches built before are built anew. */
export const COLUMNS_VERSION = 1;
