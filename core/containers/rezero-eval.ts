import type { Container, FileSample, RecordReader } from './container';
import { ChatRenderer } from './fields/chat';
import { evidenceOfKeys } from './fields/keys';
import { messagesOf } from './fields/messages';
import { OwnText } from './fields/own-text';
import { isObject, kindOf, numberOf, without, type JsonObject } from './fields/values';
import { readPythonRepr } from './python/repr';
import { broken, NOTHING, one } from './reading';
import { isResult, readResult, resultsLayout } from './rezero/results';

const KEYS = ['question_id', 'question', 'is_correct', 'final_response', 'chat_state'];

/**
 * ReZero's evaluation: `*_model_debug_*.json`, whose chats are Python's `repr` inside a string, and
 * `*_model_results_*.txt`, which shortens them. (ReZero: `src/evaluation.py`)
 */
export const rezeroEval: Container = {
  id: 'rezero-eval',
  title: 'ReZero evaluation results',
  holds: 'rollouts',
  dialect: 'rezero',
  framings: ['json', 'lines', 'text'],
  layout: resultsLayout,
  recognise(sample: FileSample) {
    if (sample.framing !== 'text') return evidenceOfKeys(sample, KEYS, 0.95);
    const results = sample.records.filter(({ text }) => isResult(text)).length;
    if (results === 0 || results < sample.records.length) return null;
    return {
      weight: 0.95,
      because: `\`Q1: \`, \`Correct: \` and \`Response: \` in ${results} of the first ${results} records`,
    };
  },
  reader: ({ framing }) => (framing === 'text' ? readResult : read),
};

/** Own text that was made from a value: its characters do not stand in the file. */
class MadeText extends OwnText {
  override add(text: string, by: Parameters<OwnText['add']>[1]): void {
    this.render(text, by, PATH);
  }
}

const PATH = ['chat_state', 'messages'];

const read: RecordReader = (record, value, file) => {
  if (!isObject(value))
    return broken(record, `the record is ${kindOf(value)}, not an object with \`chat_state\``);
  const state = value['chat_state'];
  if (!isObject(state)) return broken(record, `\`chat_state\` is ${kindOf(state)}, not an object`);
  const { messages: written } = state;
  const parsed =
    typeof written === 'string' ? readPythonRepr(written) : { ok: true as const, value: written };
  if (!parsed.ok)
    return broken(
      record,
      `\`chat_state.messages\` is no list as Python writes it: at character ${parsed.offset}, ${parsed.message}`,
    );
  const messages = messagesOf(parsed.value);
  if (!messages) return broken(record, '`chat_state.messages` is no list of chat messages');
  if (!messages.some(({ by }) => by === 'policy'))
    return { ...NOTHING, withoutText: "`chat_state.messages` holds no assistant's turn" };
  const own = typeof written === 'string' ? new MadeText() : new OwnText();
  const chat = new ChatRenderer(own);
  for (const [at, message] of messages.entries()) chat.add(message, [...PATH, at], false);
  const { question } = value;
  const found = {
    question: typeof question === 'string' ? question : null,
    golds: [],
    text: own,
    recorded: recordedOf(value, state),
  };
  return one(record, file, found);
};

function recordedOf(value: JsonObject, state: JsonObject): JsonObject {
  const correct = numberOf(value['is_correct']);
  return {
    ...(correct === null ? {} : { score: correct }),
    ...without(value, 'question', 'chat_state'),
    ...without(state, 'messages'),
  };
}
