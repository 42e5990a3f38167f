import type { Container, FileSample, RecordReader } from './container';
import { extrasOf } from './fields/calls';
import { findGuesses, guessesSaid } from './fields/guesses';
import { messagesOf } from './fields/messages';
import { readerAt } from './fields/reader-at';
import type { TextPlace } from './fields/text-place';
import { isObject, valueAt, type JsonPath } from './fields/values';
import { NOTHING } from './reading';

/** Members under which chat messages are kept, by their usual names, the likeliest first. */
const NAMES = [
  'messages',
  'conversations',
  'conversation',
  'completion',
  'dialogue',
  'dialog',
  'chat',
] as const;

const WEIGHT = 0.7;

/**
 * Chat messages, one conversation a record: OpenAI's form (`messages` with `role` and `content`), ShareGPT's
 * (`conversations` with `from` and `value`), Anthropic's content blocks, TRL's conversational `prompt` and
 * `completion`; with or without tool calls.
 */
export const chatMessages: Container = {
  id: 'chat-messages',
  title: 'Chat messages',
  holds: 'rollouts',
  framings: ['lines', 'json', 'rows'],
  recognise(sample: FileSample) {
    const place = placeIn(sample);
    if (!place) return null;
    const guesses = guessesSaid(findGuesses(valuesOf(sample), place));
    return { weight: place.weight, because: [place.because, ...guesses].join('; ') };
  },
  reader(sample) {
    const place = placeIn(sample);
    if (!place) return () => ({ ...NOTHING, withoutText: 'no field of this file holds chat messages' });
    return withExtras(readerAt(place, findGuesses(valuesOf(sample), place)), place.path);
  },
};

function valuesOf({ records }: FileSample): unknown[] {
  return records.map(({ value }) => value).filter((value) => value !== undefined);
}

/** Where the messages stand: the first usual name under which most records keep some, an assistant's among them. */
function placeIn(sample: FileSample): TextPlace | null {
  const values = valuesOf(sample);
  const holding = (path: JsonPath): number => values.filter((value) => speaks(valueAt(value, path))).length;
  const paths: JsonPath[] = [...NAMES.map((name) => [name]), []];
  const path = paths.find((candidate) => holding(candidate) * 2 > values.length);
  if (!path) return null;
  const count = holding(path);
  const beside = path[0] === 'completion' && values.some((value) => messagesOf(valueAt(value, ['prompt'])));
  const name = path.length === 0 ? 'each record' : `\`${String(path[0])}\``;
  const prompt = beside ? ', the prompt’s in `prompt`' : '';
  return {
    kind: 'messages',
    path,
    prompt: beside ? ['prompt'] : null,
    weight: (WEIGHT * count) / values.length,
    because: `chat messages with an assistant's turn in ${name}${prompt} in ${count} of the first ${values.length} ${values.length === 1 ? 'record' : 'records'}`,
  };
}

function speaks(value: unknown): boolean {
  return messagesOf(value)?.some(({ by }) => by === 'policy') ?? false;
}

/** Records beside a rollout what its messages hold beside their text. */
export function withExtras(reader: RecordReader, path: JsonPath): RecordReader {
  return (record, value, file) => {
    const reading = reader(record, value, file);
    const extras = isObject(value) || Array.isArray(value) ? extrasOf(valueAt(value, path)) : [];
    if (extras.length === 0) return reading;
    const rollouts = reading.rollouts.map((rollout) => ({
      ...rollout,
      recorded: { ...rollout.recorded, messages: extras },
    }));
    return { ...reading, rollouts };
  };
}
