/** Characters that stand in sight before a text is opened. */
export const OPENING = 280;

/** The first characters, never half of a pair. */
export function opening(text: string): string {
  const start = text.slice(0, OPENING);
  return (/[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start).trimEnd();
}
