/**
 * One state of a tqdm progress bar: `desc:  25%|██▌  | 1/4 [00:00<00:00,  6.66it/s, loss=0.1]`, or `desc: 12it [00:03, 3.1it/s]`
 * where the total is not known. Every repetition is bounded, so that matching is linear.
 */
const BAR =
  /(?:[^|\r\n]{0,80}?: {1,4})?(?: {0,3}\d{1,3}%\|[^|\r\n]{0,300}\| {1,3}([\d.]{1,12}[kMG]?)\/[\d.?]{1,12}[kMG]?|(\d{1,12})it) \[([^\]\r\n]{0,600})\]/y;

/** A progress bar that stands at some place of a text. */
export interface Bar {
  /** Offset after its last character. */
  readonly end: number;
  /** How far it has come, as it says. */
  readonly count: number | null;
  /** What it says in brackets: times, rate and postfix. */
  readonly inside: string;
}

/** The progress bar at an offset; null where none stands there. */
export function barAt(text: string, at: number): Bar | null {
  // Most lines have none of these, and finding that out costs less than trying every length of a description.
  if (!text.includes('%|', at) && !text.includes('it [', at)) return null;
  BAR.lastIndex = at;
  const match = BAR.exec(text);
  if (!match) return null;
  const count = Number(match[1] ?? match[2]);
  return { end: BAR.lastIndex, count: Number.isFinite(count) ? count : null, inside: match[3] ?? '' };
}
