import type { Container, RecordReader } from './container';
import { ChatRenderer } from './fields/chat';
import { evidenceOfKeys } from './fields/keys';
import { messagesOf } from './fields/messages';
import { OwnText } from './fields/own-text';
import { questionOf } from './fields/prompt';
import {
  isObject,
  kindOf,
  numberOf,
  setMember,
  without,
  type JsonObject,
  type JsonPath,
} from './fields/values';
import { jsonOrUndefined } from '../json';
import { broken, NOTHING, one, type Found } from './reading';
import { NO_GOLDS, withLosses } from './losses';

/**
 * Traces that trackio keeps (0.43): the table `traces` of its database or `PROJECT_traces.parquet`, with messages, metadata and spans as JSON in
 * strings, or `{"_type": "trackio.trace"}` objects.
 */
export const trackio: Container = {
  id: 'trackio',
  title: 'Traces of trackio',
  holds: 'rollouts',
  framings: ['rows', 'lines', 'json'],
  recognise(sample) {
    const rows = evidenceOfKeys(sample, ['messages', 'metadata', 'run_name', 'step', 'key'], 0.95);
    return (
      rows ?? evidenceOfKeys(sample, ['_type', 'messages'], 0.95, ({ _type }) => _type === 'trackio.trace')
    );
  },
  reader: () => read,
};

/** Members that are the text, or of no use to a reader of the rollout. */
const TOLD = ['messages', 'metadata', 'spans', 'search_text', '_type', 'step'] as const;

const SCORES = ['score', 'reward', 'total_reward'];

const read: RecordReader = (record, value, file) => {
  if (!isObject(value))
    return broken(record, `the record is ${kindOf(value)}, not an object with \`messages\``);
  const written = value['messages'];
  const inside = typeof written === 'string';
  const parsed = inside ? jsonOrUndefined(written) : written;
  const messages = messagesOf(parsed);
  if (!messages)
    return broken(
      record,
      `\`messages\` is ${inside ? 'a string that holds no list' : kindOf(written)}; a list of chat messages is expected`,
    );
  if (!messages.some(({ by }) => by === 'policy'))
    return { ...NOTHING, withoutText: "`messages` holds no assistant's turn" };
  const rendered = new OwnText();
  const chat = new ChatRenderer(rendered);
  for (const [at, message] of messages.entries()) chat.add(message, ['messages', at], false);
  const asked = messages.find(({ role }) => role === 'user')?.content;
  const found: Found = {
    question: typeof asked === 'string' ? questionOf(asked) : null,
    golds: [],
    text: inside ? madeFrom(rendered, ['messages']) : rendered,
    recorded: recordedOf(value),
  };
  return withLosses(one(record, file, found), [NO_GOLDS]);
};

/** The same text, all of it made from the string at `path`: offsets in JSON within JSON are no places in the file. */
function madeFrom(text: OwnText, path: JsonPath): OwnText {
  const own = new OwnText();
  for (const { start, end, by } of text.parts) own.render(text.text.slice(start, end), by, path);
  return own;
}

function recordedOf(value: JsonObject): Record<string, unknown> {
  const metadata = objectOf(value['metadata']);
  const spans = typeof value['spans'] === 'string' ? jsonOrUndefined(value['spans']) : value['spans'];
  const score = SCORES.map((name) => numberOf(metadata[name])).find((found) => found !== null);
  const step = numberOf(value['step']);
  const group = metadata['group'] ?? metadata['prompt_id'];
  const recorded: Record<string, unknown> = {};
  if (score !== undefined) recorded['score'] = score;
  if (step !== null) recorded['step'] = step;
  if (typeof group === 'string' || typeof group === 'number') recorded['group'] = String(group);
  for (const members of [metadata, without(value, ...TOLD)]) {
    for (const key of Object.keys(members))
      if (members[key] !== null && !Object.hasOwn(recorded, key)) setMember(recorded, key, members[key]);
  }
  if (Array.isArray(spans) && spans.length > 0) recorded['spans'] = spans;
  return recorded;
}

function objectOf(value: unknown): JsonObject {
  const parsed = typeof value === 'string' ? jsonOrUndefined(value) : value;
  return isObject(parsed) ? parsed : {};
}
