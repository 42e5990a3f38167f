import type { Container, FileSample, RecordReader } from './container';
import { ChatRenderer } from './fields/chat';
import { evidenceOfKeys } from './fields/keys';
import { goldsOf } from './fields/golds';
import { messagesOf } from './fields/messages';
import { OwnText } from './fields/own-text';
import { isObject, kindOf, numberOf, without, type JsonObject } from './fields/values';
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
  recognise: (sample: FileSample) => evidenceOfKeys(sample, KEYS, 0.95),
  reader: () => read,
};

const read: RecordReader = (record, value, file) => {
  if (!isObject(value)) return broken(record, `the record is ${kindOf(value)}, not an object with \`traj\``);
  const { traj } = value;
  const found = typeof traj === 'string' ? textOf(value, traj) : chatOf(traj);
  if (found === null)
    return broken(record, `\`traj\` is ${kindOf(traj)}, neither a string nor a list of chat messages`);
  if (found.text.length === 0) return { ...NOTHING, withoutText: '`traj` is empty' };
  return one(record, file, {
    ...found,
    golds: goldsOf(value['gt']),
    recorded: {
      ...('reward' in value ? { score: numberOf(value['reward']) ?? value['reward'] } : {}),
      ...(record.key === undefined ? {} : { key: record.key }),
      ...without(value, 'reward', 'gt', 'traj', 'traj_by_line', 'prompt'),
    },
  });
};

const INSTRUCTION = '### Instruction:\n';
const RESPONSE = '\n\n### Response:\n';

/** One text: `prompt` (examples) in front where the file keeps it, and the instruction in the text itself. */
function textOf(value: JsonObject, traj: string): { text: OwnText; question: string | null } {
  const text = new OwnText();
  const { prompt } = value;
  if (typeof prompt === 'string' && !traj.startsWith(prompt)) text.add(prompt, 'prompt', ['prompt']);
  const head = traj.indexOf(RESPONSE);
  const start = head < 0 ? 0 : head + RESPONSE.length;
  text.add(traj.slice(0, start), 'prompt', ['traj']);
  text.add(traj.slice(start), 'policy', ['traj'], start);
  const asked = traj.indexOf(INSTRUCTION);
  const question = head < 0 || asked < 0 ? null : traj.slice(asked + INSTRUCTION.length, head).trim();
  return { text, question };
}

function chatOf(traj: unknown): { text: OwnText; question: string | null } | null {
  const messages = messagesOf(traj);
  if (!messages) return null;
  const text = new OwnText();
  const chat = new ChatRenderer(text);
  for (const [at, message] of messages.entries()) chat.add(message, ['traj', at], false);
  const asked = messages.find(({ role }) => role === 'user')?.content;
  return { text, question: typeof asked === 'string' ? asked.trim() : null };
}
