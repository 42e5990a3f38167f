export { LARGEST_TEXT, LONGEST_LINE } from '../../core/protocol/text-limits';

/** Most diagnostics of one file. */
export const MOST_FINDINGS = 1_000;

/** Files kept open. */
export const OPEN_FILES = 4;

/** Bytes of parsed records kept for each open file. */
export const RECORD_BYTES = 32 * 1024 * 1024;
