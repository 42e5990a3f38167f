import { join } from 'node:path';
import { writeBulk } from '../make/bulk';
import { writeTiny } from '../make/extremes';

/** Writes what the measurements in the workbench open, below the folder that is named: sizes by the share of the whole. */
const [folder = '.', share = '1'] = process.argv.slice(2);
writeBulk(join(folder, 'small.jsonl'), 1e6, 1);
writeBulk(join(folder, 'middle.jsonl'), 110e6 * Number(share), 2);
writeBulk(join(folder, 'large.jsonl'), 1e9 * Number(share), 3);
writeTiny(join(folder, 'tiny.jsonl'), Math.round(1e6 * Number(share)), 4);
