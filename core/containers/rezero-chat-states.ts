import type { Container, FileSample, RawRecord, RecordReader } from './container';
import { ChatRenderer } from './fields/chat';
import { goldsOf } from './fields/golds';
import { evidenceOfKeys } from './fields/keys';
import { messagesOf } from './fields/messages';
import { OwnText } from './fields/own-text';
import { isObject, kindOf, numberOf, without } from './fields/values';
import { absent, withLosses } from './losses';
import { broken, NOTHING, one } from './reading';
import { ownMetadata } from './rezero/batch';

const KEYS = ['timestamp', 'reward_type', 'prompt', 'messages', 'reward'];

/**
 * `chat_states_{reward_type}.jsonl` of ReZero and its port: one row a completion and reward function, with the chat.
 * (ReZero: `src/rewards.py`)
 */
export const rezeroChatStates: Container = {
  id: 'rezero-chat-states',
  title: 'ReZero chat states',
  holds: 'rollouts',
  dialect: 'rezero',
  framings: ['lines', 'json'],
  recognise: (sample: FileSample) =>
    evidenceOfKeys(
      sample,
      KEYS,
      0.95,
      ({ messages, reward_type: type }) => typeof type === 'string' && Array.isArray(messages),
    ),
  reader: () => read,
};

const ONE_REWARD = absent('the total reward: a row holds the one that `reward_type` names, as `score`');

const read: RecordReader = (record: RawRecord, value, file) => {
  if (!isObject(value))
    return broken(record, `the record is ${kindOf(value)}, not an object with \`messages\``);
  const messages = messagesOf(value['messages']);
  if (!messages)
    return broken(record, `\`messages\` is ${kindOf(value['messages'])} and no list of chat messages`);
  if (!messages.some(({ by }) => by === 'policy'))
    return { ...NOTHING, withoutText: "`messages` holds no assistant's turn" };
  const own = new OwnText();
  const chat = new ChatRenderer(own);
  for (const [at, message] of messages.entries()) chat.add(message, ['messages', at], false);
  const { prompt, reward } = value;
  const metadata = isObject(value['metadata']) ? ownMetadata(value['metadata']) : null;
  const recorded = {
    ...(reward === undefined ? {} : { score: numberOf(reward) ?? reward }),
    ...without(value, 'messages', 'prompt', 'reward', 'metadata'),
    ...(metadata ? { metadata: metadata.own } : {}),
  };
  const found = {
    question: typeof prompt === 'string' ? prompt : null,
    golds: goldsOf(metadata?.own['teacher_answers']),
    text: own,
    recorded,
  };
  const left = (metadata?.left ?? []).map((key) =>
    absent(`the row's own \`metadata.${key}\`: it lists the whole batch's, and no row says its place`),
  );
  return withLosses(one(record, file, found), [ONE_REWARD, ...left]);
};
