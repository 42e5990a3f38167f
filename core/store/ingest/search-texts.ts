import type { Entry, RolloutFile } from '../../rollouts/rollout-file';
import type { SearchedPlace, TextSearch } from './job';
import type { SearchEnd } from './messages';

/** Bytes between two rollouts that are read over rather than jumped over. */
const NEAR = 64 * 1024;

/** Milliseconds between two signs of life: none comes while an expression is at work on one text. */
const SIGN_MS = 250;

/**
 * Looks for a text in the own texts of some rollouts. An expression is JavaScript's, and may take as long as it likes
 * over one text: who waits for it ends the thread where no sign of life comes. Rejects with the signal's reason, and
 * with a `SyntaxError` where the expression is none.
 */
export async function searchTexts(
  file: RolloutFile,
  search: TextSearch,
  alive: (searched: number) => void,
  signal: AbortSignal,
): Promise<SearchEnd> {
  const finds = matcherOf(search);
  const rows: number[] = [];
  let searched = 0;
  let missing = 0;
  const look = (entry: Entry | null, place: SearchedPlace): void => {
    // Of a record that is too long to be read, what was not found in its sketch may stand in it all the same.
    const rollouts = entry && !entry.sketched ? entry.rollouts : [];
    const rollout = rollouts.find(({ sample }) => sample === place.sample);
    if (rollout === undefined) missing++;
    else if (finds(rollout.text)) rows.push(place.row);
    searched++;
  };
  const signs = setInterval(() => alive(searched), SIGN_MS);
  try {
    if (!file.divisible) await eachInOrder(file, search.places, look, signal);
    else for (const run of runsOf(search.places)) await eachOfRun(file, run, look, signal);
    return { rows, missing };
  } finally {
    clearInterval(signs);
  }
}

/** Places that stand near each other. */
function runsOf(places: readonly SearchedPlace[]): readonly (readonly SearchedPlace[])[] {
  const runs: SearchedPlace[][] = [];
  for (const place of places) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && place.byteStart >= last.byteStart && place.byteStart - last.byteEnd <= NEAR)
      run.push(place);
    else runs.push([place]);
  }
  return runs;
}

type Look = (entry: Entry | null, place: SearchedPlace) => void;

/** The records of a run of lines, found by the bytes at which they begin. */
async function eachOfRun(
  file: RolloutFile,
  run: readonly SearchedPlace[],
  look: Look,
  signal: AbortSignal,
): Promise<void> {
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last) return;
  let next = 0;
  for await (const entry of file.entriesBetween(first.byteStart, last.byteEnd, signal)) {
    const { byteStart } = entry.place;
    for (let place = run[next]; place && place.byteStart <= byteStart; place = run[++next])
      look(place.byteStart === byteStart ? entry : null, place);
  }
  for (; next < run.length; next++) {
    const place = run[next];
    if (place) look(null, place);
  }
}

/** The records by their numbers, in one pass. */
async function eachInOrder(
  file: RolloutFile,
  places: readonly SearchedPlace[],
  look: Look,
  signal: AbortSignal,
): Promise<void> {
  let next = 0;
  const [first] = places;
  if (!first) return;
  for await (const entry of file.entries(first.index, signal)) {
    for (let place = places[next]; place && place.index <= entry.place.index; place = places[++next])
      look(place.index === entry.place.index ? entry : null, place);
    if (next >= places.length) return;
  }
  for (; next < places.length; next++) {
    const place = places[next];
    if (place) look(null, place);
  }
}

/** A test for a text: upper and lower case are the same unless they are to match. */
export function matcherOf({
  text,
  regex,
  matchCase,
}: Pick<TextSearch, 'text' | 'regex' | 'matchCase'>): (own: string) => boolean {
  if (regex) {
    const pattern = new RegExp(text, matchCase ? 'mu' : 'imu');
    return (own) => pattern.test(own);
  }
  if (matchCase) return (own) => own.includes(text);
  const wanted = text.toLowerCase();
  return (own) => own.toLowerCase().includes(wanted);
}
