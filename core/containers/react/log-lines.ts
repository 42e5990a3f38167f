/** Lines of Reflexion's text logs (noahshinn/reflexion `hotpotqa_runs/util.py` `log_trial`). */

const TRIAL = /^BEGIN TRIAL (\d{1,6})\b/;
const SECTION = /^-{3,80} BEGIN (CORRECT|INCORRECT|HALTED) AGENTS -/;
const HEADING = /^(?:#{10,200}\s*$|BEGIN TRIAL \d|Trial summary: |-{3,80} BEGIN [A-Z]{1,20} AGENTS -)/;

/** Longest line that may be a heading, in characters. */
const LONGEST = 256;

/** Which trial and section a record stands in, as far as the lines before it say. */
export interface Standing {
  readonly trial: number | null;
  readonly section: string | null;
}

/** What a heading says, joined to what those before it said, as a record's key; null for lines that are none. */
export function keyIn(line: string, key: string | undefined): string | null {
  if (line.length > LONGEST) return null;
  const trial = TRIAL.exec(line)?.[1];
  if (trial !== undefined) return keyOf({ trial: Number(trial), section: null });
  const section = SECTION.exec(line)?.[1];
  if (section === undefined) return null;
  return keyOf({ ...standingOf(key), section: section.toLowerCase() });
}

function keyOf({ trial, section }: Standing): string {
  return [...(trial === null ? [] : [`trial ${trial}`]), ...(section === null ? [] : [section])].join(', ');
}

/** What a record's key says. */
export function standingOf(key: string | undefined): Standing {
  const trial = /^trial (\d{1,6})/.exec(key ?? '')?.[1];
  const section = /(?:^|, )(correct|incorrect|halted)$/.exec(key ?? '')?.[1];
  return { trial: trial === undefined ? null : Number(trial), section: section ?? null };
}

/** Whether a line is a heading, or part of one. */
export function isHeading(line: string): boolean {
  return line.length <= LONGEST && HEADING.test(line);
}
