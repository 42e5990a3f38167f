import type { Container, FileSample, RecordReader } from './container';
import { findGuesses, guessesSaid, recordedOf, type Guesses } from './fields/guesses';
import { findText, type TextPlace } from './fields/text-place';
import { ownTextsOf } from './fields/text-reading';
import { goldsOf } from './fields/golds';
import { stepOf } from './fields/step';
import { isObject, kindOf, showPath, valueAt } from './fields/values';
import { broken, NOTHING, one, rolloutOf } from './reading';

/** Any JSON or JSON Lines whose records hold a rollout in some field, or as chat messages. */
export const jsonRecords: Container = {
  id: 'json',
  title: 'JSON records with a rollout in some field',
  framings: ['lines', 'json'],
  recognise(sample: FileSample) {
    const values = sample.records.map(({ value }) => value).filter((value) => value !== undefined);
    const place = findText(values);
    if (!place) return null;
    const guesses = guessesSaid(findGuesses(values, place));
    return { weight: place.weight, because: [place.because, ...guesses].join('; ') };
  },
  reader(sample) {
    const values = sample.records.map(({ value }) => value).filter((value) => value !== undefined);
    const place = findText(values);
    if (!place) {
      return () => ({ ...NOTHING, withoutText: 'no field of this file looks like the text of a rollout' });
    }
    return readerOf(place, findGuesses(values, place));
  },
};

function readerOf(place: TextPlace, guesses: Guesses): RecordReader {
  return (record, value, file) => {
    const texts = ownTextsOf(value, place);
    const { wrong } = texts;
    const reading = wrong
      ? broken(record, `\`${showPath(wrong.path)}\` is ${kindOf(wrong.value)}; ${wrong.wanted}`)
      : NOTHING;
    if (texts.found.length === 0) return wrong ? reading : { ...NOTHING, withoutText: texts.reason };
    const step = stepOf(file);
    const recorded = recordedOf(isObject(value) ? value : {}, place, guesses, { step, key: record.key });
    const golds = goldsOf(first(value, guesses.golds));
    const asked = first(value, guesses.question);
    const found = texts.found.map(({ text, question }) => ({
      question: typeof asked === 'string' ? asked : question,
      golds,
      text,
      recorded,
    }));
    const [only] = found;
    if (!texts.list && only) return one(record, file, only);
    const rollouts = found.map((each, at) => rolloutOf(record, file, each, texts.found[at]?.sample ?? at));
    return { ...reading, rollouts };
  };
}

/** The first of several places that holds something. */
function first(value: unknown, paths: Guesses['golds']): unknown {
  for (const path of paths) {
    const found = valueAt(value, path);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}
