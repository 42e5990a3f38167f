import type { Container, FileSample, RawRecord, RecordReader, RecordReading } from './container';
import { ChatRenderer } from './fields/chat';
import { evidenceOfKeys } from './fields/keys';
import { goldsOf } from './fields/golds';
import { messagesOf } from './fields/messages';
import { OwnText } from './fields/own-text';
import { isObject, kindOf, numberOf, without, type JsonObject, type JsonPath } from './fields/values';
import { broken, NOTHING, one } from './reading';

/** What FireAct writes of an episode (anchen1011/FireAct `generation.py`). */
const KEYS = ['reward', 'em', 'f1', 'gt', 'pred', 'prompt', 'traj'];

/**
 * Episodes of FireAct: an object by question index. `traj` is one text for Llama models, with the same in
 * `traj_by_line`, and chat messages for OpenAI models.
 */
export const fireact: Container = {
  id: 'fireact',
  title: 'FireAct trajectories',
  holds: 'rollouts',
  framings: ['json', 'lines', 'rows'],
  recognise(sample: FileSample) {
    const records = sample.records.map((record) => ({
      ...record,
      value: episodeOf(record.value)?.episode ?? record.value,
    }));
    return evidenceOfKeys({ ...sample, records }, KEYS, 0.95);
  },
  reader: () => read,
};

/** An episode, and the key it stands under where the record is an object of one. */
function episodeOf(value: unknown): { readonly episode: JsonObject; readonly key: string | null } | null {
  if (!isObject(value)) return null;
  const [key, ...others] = Object.keys(value);
  const only = key === undefined || others.length > 0 ? undefined : value[key];
  if (key !== undefined && isObject(only) && 'traj' in only) return { episode: only, key };
  return { episode: value, key: null };
}

const read: RecordReader = (record, value, file) => {
  const found = episodeOf(value);
  if (!found) return broken(record, `the record is ${kindOf(value)}, not an object with \`traj\``);
  const key = found.key ?? record.key;
  return readEpisode(record, found.episode, found.key === null ? [] : [found.key], key, file);
};

function readEpisode(
  record: RawRecord,
  value: JsonObject,
  path: JsonPath,
  key: string | undefined,
  file: string,
): RecordReading {
  const { traj } = value;
  const found = typeof traj === 'string' ? textOf(value, traj, path) : chatOf(traj, path);
  if (found === null)
    return broken(record, `\`traj\` is ${kindOf(traj)}, neither a string nor a list of chat messages`);
  if (found.text.length === 0) return { ...NOTHING, withoutText: '`traj` is empty' };
  return one(record, file, {
    ...found,
    golds: goldsOf(value['gt']),
    recorded: {
      ...('reward' in value ? { score: numberOf(value['reward']) ?? value['reward'] } : {}),
      ...(key === undefined ? {} : { key }),
      ...without(value, 'reward', 'gt', 'traj', 'traj_by_line', 'prompt'),
    },
  });
}

const INSTRUCTION = '### Instruction:\n';
const RESPONSE = '\n\n### Response:\n';

/** One text: `prompt` (examples) in front where the file keeps it, and the instruction in the text itself. */
function textOf(value: JsonObject, traj: string, path: JsonPath): { text: OwnText; question: string | null } {
  const text = new OwnText();
  const { prompt } = value;
  if (typeof prompt === 'string' && !traj.startsWith(prompt)) text.add(prompt, 'prompt', [...path, 'prompt']);
  const head = traj.indexOf(RESPONSE);
  const start = head < 0 ? 0 : head + RESPONSE.length;
  text.add(traj.slice(0, start), 'prompt', [...path, 'traj']);
  text.add(traj.slice(start), 'policy', [...path, 'traj'], start);
  const asked = traj.indexOf(INSTRUCTION);
  const question = head < 0 || asked < 0 ? null : traj.slice(asked + INSTRUCTION.length, head).trim();
  return { text, question };
}

function chatOf(traj: unknown, path: JsonPath): { text: OwnText; question: string | null } | null {
  const messages = messagesOf(traj);
  if (!messages) return null;
  const text = new OwnText();
  const chat = new ChatRenderer(text);
  for (const [at, message] of messages.entries()) chat.add(message, [...path, 'traj', at], false);
  const asked = messages.find(({ role }) => role === 'user')?.content;
  return { text, question: typeof asked === 'string' ? asked.trim() : null };
}
