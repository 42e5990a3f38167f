import type { Container, RawRecord, RecordReader, RecordReading } from './container';
import { ChatRenderer } from './fields/chat';
import { evidenceOfKeys } from './fields/keys';
import { messageOf, messagesOf, type Message } from './fields/messages';
import { OwnText } from './fields/own-text';
import { questionOf } from './fields/prompt';
import { isObject, kindOf, setMember, valueAt, without, type JsonObject } from './fields/values';
import { broken, NOTHING, rolloutOf } from './reading';

/**
 * Calls of OpenAI's chat completions as they were sent and answered: `{request, response}`, one call a line
 * (AgentFlow, `agentflow/scripts/assets/prompt_caches.jsonl`). Each choice of the answer is a rollout.
 */
export const openaiCalls: Container = {
  id: 'openai-calls',
  title: "Calls of OpenAI's chat completions",
  holds: 'rollouts',
  framings: ['lines', 'json'],
  recognise: (sample) =>
    evidenceOfKeys(
      sample,
      ['request', 'response'],
      0.9,
      (record) =>
        messagesOf(valueAt(record, ['request', 'messages'])) !== null &&
        Array.isArray(valueAt(record, ['response', 'choices'])),
    ),
  reader: () => read,
};

const read: RecordReader = (record, value, file) => {
  if (!isObject(value))
    return broken(record, `the record is ${kindOf(value)}, not an object with \`request\` and \`response\``);
  const sent = valueAt(value, ['request', 'messages']);
  const messages = messagesOf(sent);
  if (!messages)
    return broken(record, `\`request.messages\` is ${kindOf(sent)}, not a list of chat messages`);
  const choices = valueAt(value, ['response', 'choices']);
  if (!Array.isArray(choices))
    return broken(record, `\`response.choices\` is ${kindOf(choices)}, not a list`);
  return readChoices(record, value, file, messages, choices);
};

function readChoices(
  record: RawRecord,
  value: JsonObject,
  file: string,
  messages: readonly Message[],
  choices: readonly unknown[],
): RecordReading {
  let fault: RecordReading | null = null;
  const rollouts = choices.flatMap((choice, at) => {
    const said = isObject(choice) ? messageOf(choice['message']) : null;
    if (!said) {
      fault ??= broken(record, `\`response.choices[${at}].message\` is no chat message`);
      return [];
    }
    const text = new OwnText();
    const chat = new ChatRenderer(text);
    for (const [index, message] of messages.entries())
      chat.add(message, ['request', 'messages', index], false);
    chat.add({ ...said, by: 'policy' }, ['response', 'choices', at, 'message'], false);
    const recorded = recordedOf(value, choice);
    const found = { question: questionIn(messages), golds: [], text, recorded };
    return [rolloutOf(record, file, found, choices.length > 1 ? at : null)];
  });
  const withoutText = rollouts.length === 0 && fault === null ? '`response.choices` is empty' : null;
  return { ...(fault ?? NOTHING), rollouts, withoutText };
}

/** The last user's message before the assistant first speaks. */
function questionIn(messages: readonly Message[]): string | null {
  const answered = messages.findIndex(({ by }) => by === 'policy');
  const asked = messages
    .slice(0, answered < 0 ? undefined : answered)
    .findLast(({ role }) => /^(?:user|human)$/i.test(role));
  return typeof asked?.content === 'string' ? questionOf(asked.content) : null;
}

/** The parameters of the request and what the answer says of itself, each under its own name. */
function recordedOf(value: JsonObject, choice: unknown): Record<string, unknown> {
  const { request, response } = value;
  const recorded: Record<string, unknown> = {};
  const take = (source: JsonObject): void => {
    for (const key of Object.keys(source)) setMember(recorded, key, source[key]);
  };
  if (isObject(choice)) take(without(choice, 'message'));
  if (isObject(response)) take(without(response, 'choices'));
  recorded['request'] = isObject(request) ? without(request, 'messages') : request;
  take(without(value, 'request', 'response'));
  return recorded;
}
