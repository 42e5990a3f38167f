import type { Container, Loss, RecordReader } from './container';
import type { FieldMap, FieldRole } from './fields/field-map';
import { fieldPath } from './fields/field-path';
import type { Guesses } from './fields/guesses';
import { lookThrough, placedOutside } from './fields/look-through';
import { messagesOf } from './fields/messages';
import { readerAt } from './fields/reader-at';
import type { TextPlace } from './fields/text-place';
import { valueAt, type JsonPath } from './fields/values';
import { NOTHING } from './reading';

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
  return { ...mapped, reader: () => mappedReader(map) };
}

/** What a role is called in a sentence. */
const CALLED: Readonly<Record<FieldRole, string>> = {
  text: 'the text',
  messages: 'the messages',
  prompt: 'the prompt',
  question: 'the question',
  golds: 'the golds',
  score: 'the score',
  step: 'the step',
  group: 'the group',
  id: 'the id',
  documents: 'the documents',
};

function mappedReader(map: FieldMap): RecordReader {
  const read = readerAt(placeOf(map), guessesOf(map));
  const paths = Object.values(map);
  return (record, value, file) => {
    const { value: inside, opened } = lookThrough(value, paths, (path, found) => isWhole(map, path, found));
    const reading = read(record, inside, file);
    const losses = absentIn(map, inside);
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

function placeOf({ text, messages, prompt, documents }: FieldMap): TextPlace {
  return {
    kind: messages ? 'messages' : 'text',
    path: messages ?? text ?? [],
    prompt: prompt ?? null,
    ...(documents ? { documents } : {}),
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
    return [{ kind: 'absent', what: `${CALLED[role]}: nothing stands at \`${fieldPath(path)}\`` }];
  });
}
