import type { Container, FileSample } from './container';
import { findGuesses, guessesSaid } from './fields/guesses';
import { readerAt } from './fields/reader-at';
import { findText, type TextPlace } from './fields/text-place';
import { showPath } from './fields/values';
import { NOTHING } from './reading';
import { guessed } from './losses';

/** Any JSON or JSON Lines whose records hold a rollout in some field, or as chat messages. */
export const jsonRecords: Container = {
  id: 'json',
  title: 'JSON records with a rollout in some field',
  holds: 'rollouts',
  framings: ['lines', 'json', 'rows'],
  recognise(sample: FileSample) {
    const values = sample.records.map(({ value }) => value).filter((value) => value !== undefined);
    const place = findText(values);
    if (!place || isNameless(place.path)) return null;
    const guesses = guessesSaid(findGuesses(values, place));
    return { weight: place.weight, because: [place.because, ...guesses].join('; ') };
  },
  reader(sample) {
    const values = sample.records.map(({ value }) => value).filter((value) => value !== undefined);
    const place = findText(values);
    if (!place) {
      return () => ({ ...NOTHING, withoutText: 'no field of this file looks like the text of a rollout' });
    }
    return readerAt(place, findGuesses(values, place));
  },
  losses(sample) {
    const values = sample.records.map(({ value }) => value).filter((value) => value !== undefined);
    const place = findText(values);
    if (!place) return [];
    const text = place.path.length === 0 ? [] : [`the text in \`${showPath(place.path)}\``];
    const fields = [...text, ...guessesSaid(findGuesses(values, place))];
    if (fields.length === 0) return [];
    return [guessed(`fields were found by their names: ${fields.join(', ')}`)];
  },
};

/** A column of a table without a header: its name does not tell a rollout from a passage in which a tag stands. */
function isNameless([name]: TextPlace['path']): boolean {
  return typeof name === 'string' && /^column_\d{1,6}$/.test(name);
}
