// Where things are.
// @ts-check
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What is downloaded or built once for all checkouts. */
export const cache = process.env['TRACEHOP_CACHE'] ?? join(homedir(), '.cache', 'tracehop');

/** The extension under development: the checkout, unless TRACEHOP_EXTENSION names another unpacked extension. */
export const extension = process.env['TRACEHOP_EXTENSION'] ?? root;

/** Where tests leave what a person may want to look at. */
export const results = join(root, 'test-results');
