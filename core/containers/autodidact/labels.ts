/** A label at the start of a line; ReZero's port puts a sign of its own before each. */
const LABEL = /^(?:[^\w\s]{1,6} ?)?(Question|Correct Answer|Student Answer|Answer|Verifier said): ?/u;

export type LabelName = 'Question' | 'Correct Answer' | 'Student Answer' | 'Answer' | 'Verifier said';

/** The label that a line begins with, and how long it is; null for other lines. */
export function labelAt(line: string): { readonly name: LabelName; readonly length: number } | null {
  const match = LABEL.exec(line.slice(0, 64));
  return match ? { name: match[1] as LabelName, length: match[0].length } : null;
}

/** A value's place in a text. */
export interface Value {
  readonly start: number;
  readonly end: number;
}

/** The order in which labels stand in a block. */
const ORDER: readonly LabelName[] = [
  'Question',
  'Correct Answer',
  'Student Answer',
  'Answer',
  'Verifier said',
];

/**
 * The values of a block, which go on over lines until the next label. A label counts once and in its order, so that one
 * that the model writes is hardly taken for it; the verifier's is the last that stands there.
 */
export function valuesOf(text: string): ReadonlyMap<LabelName, Value> {
  const starts: { name: LabelName; line: number; start: number }[] = [];
  for (let at = 0; at < text.length;) {
    const lf = text.indexOf('\n', at);
    const end = lf < 0 ? text.length : lf;
    const label = labelAt(text.slice(at, Math.min(end, at + 96)));
    const last = starts.at(-1);
    if (label) {
      const place = { name: label.name, line: at, start: Math.min(end, at + label.length) };
      const after = !last || ORDER.indexOf(label.name) > ORDER.indexOf(last.name);
      if (label.name === 'Verifier said' && last?.name === 'Verifier said') starts.splice(-1, 1, place);
      else if (after) starts.push(place);
    }
    at = end + 1;
  }
  return new Map(
    starts.map(({ name, start }, at) => [name, { start, end: trimmed(text, start, starts[at + 1]?.line) }]),
  );
}

/** The end of a value without the line end before the next label. */
function trimmed(text: string, start: number, next: number | undefined): number {
  let end = next ?? text.length;
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return end;
}
