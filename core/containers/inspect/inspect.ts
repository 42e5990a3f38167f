import type { Container, Loss, RecordReader } from '../container';
import { goldsOf } from '../fields/golds';
import { evidenceOfKeys } from '../fields/keys';
import { isObject, kindOf, type JsonObject, type JsonPath } from '../fields/values';
import { broken, NOTHING, one, rolloutOf, type Found } from '../reading';
import { renderMessages } from './messages';
import { recordedOf } from './recorded';
import { cut } from '../losses';

/** Inspect's logs: the samples of an `.eval` archive, or the same log as one JSON value. */
export const inspect: Container = {
  id: 'inspect',
  title: 'Inspect evaluation log',
  holds: 'rollouts',
  framings: ['rows', 'json'],
  recognise(sample) {
    if (sample.format === 'inspect')
      return { weight: 0.95, because: 'an archive of `samples/*.json` with a journal' };
    if (sample.framing !== 'json') return null;
    return evidenceOfKeys(
      sample,
      ['version', 'status', 'eval', 'samples'],
      0.95,
      ({ eval: header }) => isObject(header) && 'task' in header,
    );
  },
  reader: () => read,
};

const CUT = cut('`events` are kept as the times and tokens of the calls to models and tools');

const NO_ANSWER = "`messages` holds no assistant's turn";

const read: RecordReader = (record, value, file) => {
  if (!isObject(value))
    return broken(record, `the record is ${kindOf(value)}, not an object with \`messages\``);
  const { samples } = value;
  if (samples === undefined || 'messages' in value) {
    if (!Array.isArray(value['messages']))
      return broken(record, `\`messages\` is ${kindOf(value['messages'])}, not a list`);
    const found = foundIn(value, [], null);
    return found
      ? { ...one(record, file, found), ...lossesOf([value]) }
      : { ...NOTHING, withoutText: NO_ANSWER };
  }
  if (!Array.isArray(samples)) return broken(record, `\`samples\` is ${kindOf(samples)}, not a list`);
  const rollouts = samples.flatMap((sample: unknown, at) => {
    const found = isObject(sample) ? foundIn(sample, ['samples', at], value) : null;
    return found ? [rolloutOf(record, file, found, at)] : [];
  });
  const wrong = samples.findIndex((sample) => !isObject(sample) || !Array.isArray(sample['messages']));
  const reading = wrong < 0 ? NOTHING : broken(record, `\`samples[${wrong}]\` has no list of \`messages\``);
  const none = rollouts.length === 0 && wrong < 0 ? "no sample of the log has an assistant's turn" : null;
  return { ...reading, rollouts, withoutText: none, ...lossesOf(samples) };
};

function lossesOf(samples: readonly unknown[]): { readonly losses?: readonly Loss[] } {
  return samples.some(
    (sample) => isObject(sample) && Array.isArray(sample['events']) && sample['events'].length > 0,
  )
    ? { losses: [CUT] }
    : {};
}

/** What a sample holds; null where no assistant speaks in it. */
function foundIn(sample: JsonObject, path: JsonPath, log: JsonObject | null): Found | null {
  const messages: unknown = sample['messages'];
  const spoken =
    Array.isArray(messages) &&
    messages.some((message) => isObject(message) && message['role'] === 'assistant');
  if (!spoken) return null;
  return {
    question: questionOf(sample['input']),
    golds: goldsOf(sample['target']),
    text: renderMessages(sample, path),
    recorded: recordedOf(sample, log),
  };
}

/** The input, or the text of its last user's message. */
function questionOf(input: unknown): string | null {
  if (typeof input === 'string') return input;
  if (!Array.isArray(input)) return null;
  const asked: unknown = input.findLast((message) => isObject(message) && message['role'] === 'user');
  const content = isObject(asked) ? asked['content'] : null;
  if (typeof content === 'string') return content;
  const texts = Array.isArray(content)
    ? content.map((piece: unknown) => (isObject(piece) ? piece['text'] : null))
    : [];
  return texts.find((text) => typeof text === 'string') ?? null;
}
