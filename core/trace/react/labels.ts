/** What begins a step of a ReAct transcript. */
export type LabelName =
  'Thought' | 'Action' | 'ActionPath' | 'Observation' | 'Question' | 'Reflection' | 'Reflections';

/** A label at the start of a line (`Thought 2:`), or right after an action's bracket. */
export interface Label {
  readonly name: LabelName;
  /** Its number; null where steps are not numbered. */
  readonly number: number | null;
  readonly start: number;
  /** After the colon. */
  readonly end: number;
}

const LABEL = /(Thought|ActionPath|Action|Observation|Question|Reflections?)(?: (\d{1,4}))?:/y;

/** An observation that a logger put on the line of its action: `Action 3: Search[High Plains]Observation 3: …`. */
const JOINED = ']Observation';

/** Blanks before a label that are still a line's start. */
const INDENT = 8;

/** The label that stands at an offset, blanks aside; null where none does. */
export function labelAt(text: string, at: number): Label | null {
  let start = at;
  while (start - at < INDENT && text.charCodeAt(start) === 32) start++;
  LABEL.lastIndex = start;
  const found = LABEL.exec(text);
  if (!found) return null;
  const number = found[2] === undefined ? null : Number(found[2]);
  return { name: found[1] as LabelName, number, start, end: LABEL.lastIndex };
}

/** All labels between two offsets, in order; the first may stand at `start` itself. Linear in the text's length. */
export function labelsIn(text: string, start: number, end: number): Label[] {
  const labels: Label[] = [];
  for (let line = start; line < end;) {
    const feed = text.indexOf('\n', line);
    const stop = feed < 0 || feed > end ? end : feed;
    const label = labelAt(text, line);
    if (label && label.end <= end) labels.push(label);
    if (label?.name === 'Action') {
      const joined = joinedIn(text, label.end, stop);
      if (joined) labels.push(joined);
    }
    line = stop + 1;
  }
  return labels;
}

/** An observation on the line of an action. */
function joinedIn(text: string, start: number, end: number): Label | null {
  const at = text.slice(start, end).indexOf(JOINED);
  const label = at < 0 ? null : labelAt(text, start + at + 1);
  return label && label.end <= end ? label : null;
}
