import type { Container, FileSample, RawRecord, RecordReader, RecordReading } from './container';
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
import { broken, NOTHING, rolloutOf, type Found } from './reading';
import { NO_GOLDS, withLosses } from './losses';
import type { Evidence } from '../trace/dialect';
import { together } from './fields/record-of';
import { isTrace, loggedIn, noMetrics, TRACE_TYPE } from './trackio/logged';

/**
 * Traces that trackio keeps (0.43): the table `traces` of its database or `PROJECT_traces.parquet`, with messages, metadata
 * and spans as JSON in strings, or `{"_type": "trackio.trace"}` objects. Versions without that table put these objects
 * among the values in the table `metrics`.
 */
export const trackio: Container = {
  id: 'trackio',
  title: 'Traces of trackio',
  holds: 'rollouts',
  framings: ['rows', 'lines', 'json'],
  recognise(sample) {
    const rows = evidenceOfKeys(sample, ['messages', 'metadata', 'run_name', 'step', 'key'], 0.95);
    return rows ?? evidenceOfKeys(sample, ['_type', 'messages'], 0.95, isTrace) ?? amongMetrics(sample);
  },
  reader: () => read,
};

/** Few rows of metrics may hold traces: one is enough. */
function amongMetrics({ records }: FileSample): Evidence | null {
  const holding = records.filter(({ value }) => {
    if (!isObject(value) || typeof value['run_name'] !== 'string') return false;
    const { metrics } = value;
    return (
      typeof metrics === 'string' && metrics.includes(TRACE_TYPE) && (loggedIn(value)?.traces.length ?? 0) > 0
    );
  }).length;
  if (holding === 0) return null;
  return {
    weight: 0.96,
    because: `\`${TRACE_TYPE}\` among the \`metrics\` of ${holding} of the first ${records.length} records`,
  };
}

/** Members that are the text, or of no use to a reader of the rollout. */
const TOLD = ['messages', 'metadata', 'spans', 'search_text', '_type', 'step'] as const;

const SCORES = ['score', 'reward', 'total_reward'];

const read: RecordReader = (record, value, file) => {
  if (!isObject(value))
    return broken(record, `the record is ${kindOf(value)}, not an object with \`messages\``);
  if (typeof value['metrics'] === 'string' && !Object.hasOwn(value, 'messages'))
    return readLogged(record, value, file);
  return readTrace(record, file, value, { inside: null, sample: null });
};

/** A row of metrics: the traces among its values, and its numbers. */
function readLogged(record: RawRecord, value: JsonObject, file: string): RecordReading {
  const logged = loggedIn(value);
  if (!logged) return broken(record, noMetrics(value));
  const { measured, traces } = logged;
  if (traces.length === 0) return { ...NOTHING, measured };
  const row = without(value, 'metrics', 'id');
  const readings = traces.map(([key, trace], at) => {
    const sample = traces.length > 1 ? at : null;
    return readTrace(record, file, { ...row, key, ...trace }, { inside: 'metrics', sample });
  });
  return { ...together(readings), measured };
}

/** Where a trace stands: in JSON in the string of a member, or as the record itself; and its number among others. */
interface Place {
  readonly inside: string | null;
  readonly sample: number | null;
}

function readTrace(
  record: RawRecord,
  file: string,
  value: JsonObject,
  { inside, sample }: Place,
): RecordReading {
  const written = value['messages'];
  const string = typeof written === 'string';
  const messages = messagesOf(string ? jsonOrUndefined(written) : written);
  if (!messages)
    return broken(
      record,
      `\`messages\` is ${string ? 'a string that holds no list' : kindOf(written)}; a list of chat messages is expected`,
    );
  if (!messages.some(({ by }) => by === 'policy'))
    return { ...NOTHING, withoutText: "`messages` holds no assistant's turn" };
  const rendered = new OwnText();
  const chat = new ChatRenderer(rendered);
  for (const [at, message] of messages.entries()) chat.add(message, ['messages', at], false);
  const asked = messages.find(({ role }) => role === 'user')?.content;
  const source = inside ?? (string ? 'messages' : null);
  const found: Found = {
    question: typeof asked === 'string' ? questionOf(asked) : null,
    golds: [],
    text: source === null ? rendered : madeFrom(rendered, [source]),
    recorded: recordedOf(value),
  };
  return withLosses({ ...NOTHING, rollouts: [rolloutOf(record, file, found, sample)] }, [NO_GOLDS]);
}

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
