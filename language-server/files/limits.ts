/** Editors stop rendering a line here; what stands behind it gets no hovers and no lenses. */
export const LONGEST_LINE = 10_000;

/** Above this editors turn their language features off. */
export const LARGEST_TEXT = 20 * 1024 * 1024;

/** Most diagnostics of one file. */
export const MOST_FINDINGS = 1_000;

/** Files kept open. */
export const OPEN_FILES = 4;

/** Bytes of parsed records kept for each open file. */
export const RECORD_BYTES = 32 * 1024 * 1024;
