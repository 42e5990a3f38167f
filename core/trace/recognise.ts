/** How often each of some marks stands in a text, as a clause for evidence: "`<search>` ×3, `<information>` ×2". */
export function countMarks(text: string, marks: readonly string[]): { total: number; clause: string } {
  const counts = marks.map((mark) => ({ mark, count: count(text, mark) })).filter(({ count }) => count > 0);
  return {
    total: counts.reduce((sum, { count }) => sum + count, 0),
    clause: counts.map(({ mark, count }) => `\`${mark}\` ×${count}`).join(', '),
  };
}

function count(text: string, mark: string): number {
  let found = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) found++;
  return found;
}
