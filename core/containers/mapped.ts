import type { Container, Loss, RecordReader, RecordReading } from './container';
import type { FieldMap, FieldRole } from './fields/field-map';
import { fieldPath } from './fields/field-path';
import { recordedOf, type Guesses } from './fields/guesses';
import { goldsOf } from './fields/golds';
import { lookThrough, placedOutside } from './fields/look-through';
import { messagesOf } from './fields/messages';
import { readerAt } from './fields/reader-at';
import { fieldsRead, together } from './fields/record-of';
import { documentsAt, sourceAt } from './fields/sources';
import { stepOf } from './fields/step';
import type { TextPlace } from './fields/text-place';
import { isObject, valueAt, type JsonPath } from './fields/values';
import { NOTHING } from './reading';
import { absent, cut } from './losses';

/**
 * Records whose fields the user names: `fields` of `tracehop.yml`, or `--fields`. It claims no file by itself; with a
 * map {@link mappedBy} makes the container that reads one.
 */
export const mapped: Container = {
  id: 'mapped',
  title: 'Records with fields named by a map',
  holds: 'rollouts',
  framings: ['lines', 'json', 'rows'],
  recognise: () => null,
  reader: () => () => ({ ...NOTHING, withoutText: 'no field map says which field holds the text' }),
};

/** The container that reads records by a field map. */
export function mappedBy(map: FieldMap): Container {
  const read = mappedReader(map);
  return { ...mapped, reader: () => read };
}

function mappedReader(map: FieldMap): RecordReader {
  const { documents } = map;
  const read =
    map.text && documents ? apartReader(map, map.text, documents) : readerAt(placeOf(map), guessesOf(map));
  const paths = Object.values(map);
  return (record, value, file) => {
    const { value: inside, opened } = lookThrough(value, paths, (path, found) => isWhole(map, path, found));
    const reading = read(record, inside, file);
    const losses = [...absentIn(map, inside), ...unplacedIn(map, inside)];
    const id = map.id && valueAt(inside, map.id);
    const rollouts = reading.rollouts.map((rollout) => ({
      ...rollout,
      parts: placedOutside(rollout.parts, opened),
      recorded:
        typeof id === 'string' || typeof id === 'number' ? { ...rollout.recorded, id } : rollout.recorded,
    }));
    return { ...reading, rollouts, ...(losses.length > 0 ? { losses } : {}) };
  };
}

/** Reads records that keep question, documents and answer apart: the text is then the answer alone. */
function apartReader(map: FieldMap, text: JsonPath, documents: JsonPath): RecordReader {
  const guesses = guessesOf(map);
  const place = placeOf(map);
  const asked = map.question ?? map.prompt;
  return (record, value, file): RecordReading => {
    const found = documentsAt(value, documents);
    const question = asked ? sourceAt(value, asked) : null;
    const facts = { step: stepOf(file), key: undefined };
    const recorded = isObject(value) ? recordedOf(value, place, guesses, facts) : {};
    const golds = map.golds ? goldsOf(valueAt(value, map.golds)) : [];
    const steps = found.length > 0 ? [{ query: null, documents: found }] : [];
    const one = (path: JsonPath, sample: number | null): RecordReading =>
      fieldsRead(
        record,
        file,
        { traced: { question, steps, answer: sourceAt(value, path) }, golds, recorded },
        sample,
      );
    const texts = valueAt(value, text);
    if (!Array.isArray(texts)) return one(text, null);
    return together(texts.map((_, sample) => one([...text, sample], sample)));
  };
}

function placeOf({ text, messages, prompt }: FieldMap): TextPlace {
  return {
    kind: messages ? 'messages' : 'text',
    path: messages ?? text ?? [],
    prompt: prompt ?? null,
    weight: 1,
    because: '',
  };
}

/** The map instead of guesses: what it does not name is not looked for. */
function guessesOf({ question, golds, score, step, group }: FieldMap): Guesses {
  const only = (path: JsonPath | undefined): readonly JsonPath[] => (path ? [path] : []);
  return {
    question: only(question),
    golds: only(golds),
    score: only(score),
    step: only(step),
    group: only(group),
  };
}

/** Whether a string at the very end of a path is JSON to be read as such: messages, a prompt of messages, documents. */
function isWhole({ messages, prompt, documents }: FieldMap, path: JsonPath, value: unknown): boolean {
  return path === messages || path === documents || (path === prompt && messagesOf(value) !== null);
}

/** The roles that this record has nothing for; the text's absence is said by the reading itself. */
function absentIn(map: FieldMap, record: unknown): Loss[] {
  return Object.entries(map).flatMap(([name, path]: [string, JsonPath]) => {
    const role = name as FieldRole;
    const value = valueAt(record, path);
    if (role === 'text' || role === 'messages' || (value !== undefined && value !== null)) return [];
    return [absent(`nothing stands at \`${fieldPath(path)}\` for the ${role}`)];
  });
}

/** Messages hold what was retrieved themselves: documents beside them have no place in their order. */
function unplacedIn({ messages, documents }: FieldMap, record: unknown): Loss[] {
  if (!messages || !documents || valueAt(record, documents) === undefined) return [];
  return [cut(`the documents at \`${fieldPath(documents)}\` are recorded, and stand in no turn`)];
}
