import type { Range } from '../model';
import { trimRange } from '../text';

/** What an action does, whatever the system calls it. */
export type ActionRole = 'search' | 'finish' | 'reflect' | 'other';

/** An action as written: `Search[Pete Doherty]`. */
export interface Action {
  readonly role: ActionRole;
  /** Its name as written; empty where there is none. */
  readonly name: string;
  /** Name and brackets. */
  readonly range: Range;
  /** What stands between the brackets, blanks trimmed. */
  readonly argument: Range;
  readonly closed: boolean;
}

const NAME = /([A-Za-z_]\w{0,40})\[/y;

/** `Search`, `BingSearch`, `WikiSearch`, `Retrieve` bring pages; `Lookup` reads on in the page at hand. */
const SEARCHES = /^(?:\w*search|\w*retrieve|lookup)$/i;

/** Whether a name is that of an action that reads on in a page instead of retrieving one. */
export function isLookup(name: string | undefined): boolean {
  return name?.toLowerCase() === 'lookup';
}

/**
 * Reads what follows an action's label: `Name[argument]`. The argument ends at the last `]` of the line; where that
 * has none, at the last of the text up to the next label; where none stands there either it is the rest of the line,
 * and the action is open.
 */
export function actionIn(text: string, start: number, end: number): Action {
  const body = trimRange(text, start, end);
  NAME.lastIndex = body.start;
  const name = NAME.exec(text)?.[1];
  if (name === undefined) return { role: 'other', name: '', range: body, argument: body, closed: true };
  const open = body.start + name.length + 1;
  const written = text.slice(open, body.end);
  const feed = written.indexOf('\n');
  const line = feed < 0 ? written : written.slice(0, feed);
  const inLine = line.lastIndexOf(']');
  const close = inLine < 0 ? written.lastIndexOf(']') : inLine;
  const closed = close >= 0;
  const stop = closed ? open + close : trimRange(text, open, open + line.length).end;
  return {
    role: roleOf(name),
    name,
    range: { start: body.start, end: closed ? stop + 1 : Math.max(stop, open) },
    argument: trimRange(text, open, Math.max(stop, open)),
    closed,
  };
}

function roleOf(name: string): ActionRole {
  if (SEARCHES.test(name)) return 'search';
  const lower = name.toLowerCase();
  return lower === 'finish' ? 'finish' : lower === 'reflect' ? 'reflect' : 'other';
}
