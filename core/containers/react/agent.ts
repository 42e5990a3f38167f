import { isHeading } from './log-lines';

/** What a step begins with. */
const STEP = /^(?:Thought|Action|ActionPath)(?: \d{1,4})?:/m;

const QUESTION = /^Question: ?/;
const GOLD = 'Correct answer:';

/** One agent of a log. All offsets are into the record's text. */
export interface Agent {
  /** Where the agent's own text ends: what the logger wrote after it is left out. */
  readonly end: number;
  /** Where its first step begins. */
  readonly steps: number;
  readonly question: string | null;
  readonly gold: string | null;
}

/** Reads a record of a ReAct log; null where it holds no step. */
export function agentIn(text: string): Agent | null {
  const steps = STEP.exec(text)?.index;
  if (steps === undefined) return null;
  const { end, gold } = tailOf(text, steps);
  const feed = text.indexOf('\n');
  const first = feed < 0 ? text : text.slice(0, feed);
  const question = QUESTION.test(first) ? first.replace(QUESTION, '').trim() : null;
  return { end, steps, question, gold };
}

/** Takes blank lines and headings off the end, and the line with the right answer. */
function tailOf(text: string, start: number): { end: number; gold: string | null } {
  let end = text.length;
  let gold: string | null = null;
  while (end > start) {
    const stop = text.charCodeAt(end - 1) === 10 ? end - 1 : end;
    const line = text.lastIndexOf('\n', stop - 1) + 1;
    const said = text.slice(line, stop).trim();
    if (line <= start) break;
    if (said.startsWith(GOLD) && gold === null) gold = said.slice(GOLD.length).trim();
    else if (said !== '' && !isHeading(said)) break;
    end = line;
  }
  return { end: text.slice(0, end).trimEnd().length, gold };
}
