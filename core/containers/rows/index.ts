import { arrow } from './arrow/arrow';
import { csv } from './csv/csv';
import { inspectLog } from './inspect-log';
import { parquet } from './parquet/parquet';
import type { RowFormat } from './row-format';
import { sqlite } from './sqlite/sqlite';
import { trainerState } from './trainer-state';

/** Every format of rows, most specific first. A new one is a file beside these and a line here. */
export const rowFormats: readonly RowFormat[] = [parquet, arrow, sqlite, inspectLog, csv, trainerState];
