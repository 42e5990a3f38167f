import type { RecordReader } from '../container';
import { broken, NOTHING, one, rolloutOf } from '../reading';
import { goldsOf } from './golds';
import { recordedOf, type Guesses } from './guesses';
import { stepOf } from './step';
import type { TextPlace } from './text-place';
import { ownTextsOf } from './text-reading';
import { isObject, kindOf, showPath, valueAt } from './values';

/**
 * Makes the reader of records that keep their text at `place` and what belongs to it at the places `guesses` names.
 * Containers whose fields have fixed names give fixed places.
 */
export function readerAt(place: TextPlace, guesses: Guesses): RecordReader {
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
