/** What editors do with large texts, and so how far features inside the text of a file reach. */

/** Editors stop rendering a line here; what stands behind it gets no hovers and no lenses. */
export const LONGEST_LINE = 10_000;

/** Above this editors turn their language features off. */
export const LARGEST_TEXT = 20 * 1024 * 1024;
