/** The part of a text that another text has otherwise: offsets in the old one, and what stands there in the new one. */
export function changedPart(
  before: string,
  after: string,
): { readonly start: number; readonly end: number; readonly text: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < most - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  // An editor puts no position between the halves of a line end.
  if (before[start - 1] === '\r' && before[start] === '\n') start--;
  if (tail > 0 && before[before.length - tail - 1] === '\r' && before[before.length - tail] === '\n') tail--;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}
