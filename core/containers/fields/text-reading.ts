import { ChatRenderer } from './chat';
import { messagesOf, type Message } from './messages';
import { OwnText } from './own-text';
import { questionOf } from './prompt';
import type { TextPlace } from './text-place';
import { showPath, valueAt, type JsonPath } from './values';

/** The own texts of one record, or why there are none. */
export interface TextReading {
  readonly found: readonly {
    readonly text: OwnText;
    readonly question: string | null;
    readonly sample: number;
  }[];
  /** Whether the record keeps a list of texts. */
  readonly list: boolean;
  readonly reason: string;
  /** A member that has another shape than in the sampled records; the others may have been read. */
  readonly wrong: { readonly path: JsonPath; readonly value: unknown; readonly wanted: string } | null;
}

/** Reads the texts that one record keeps at `place`. */
export function ownTextsOf(record: unknown, place: TextPlace): TextReading {
  const value = valueAt(record, place.path);
  const name = showPath(place.path) || 'the record';
  const none = (reason: string): TextReading => ({ found: [], list: false, reason, wrong: null });
  if (value === undefined || value === null) return none(`\`${name}\` is missing`);
  if (place.kind === 'messages' && typeof value !== 'string') return readMessages(record, value, place, none);
  if (typeof value === 'string') {
    if (value === '') return none(`\`${name}\` is empty`);
    return {
      found: [{ ...withPrompt(record, value, place.path, place), sample: 0 }],
      list: false,
      reason: '',
      wrong: null,
    };
  }
  if (!Array.isArray(value))
    return { ...none(''), wrong: { path: place.path, value, wanted: 'a string is expected' } };
  const found = value.flatMap((text: unknown, sample) =>
    typeof text === 'string' && text !== ''
      ? [{ ...withPrompt(record, text, [...place.path, sample], place), sample }]
      : [],
  );
  const at = value.findIndex((text) => typeof text !== 'string');
  const wrong = { path: [...place.path, at], value: value[at] as unknown, wanted: 'a string is expected' };
  return { found, list: true, reason: `every text in \`${name}\` is empty`, wrong: at < 0 ? null : wrong };
}

function readMessages(
  record: unknown,
  value: unknown,
  place: TextPlace,
  none: (reason: string) => TextReading,
): TextReading {
  const messages = messagesOf(value);
  if (!messages)
    return { ...none(''), wrong: { path: place.path, value, wanted: 'a list of chat messages is expected' } };
  if (!messages.some(({ by }) => by === 'policy'))
    return none(`\`${showPath(place.path)}\` holds no assistant's turn`);
  const own = new OwnText();
  const asked = addPrompt(own, record, place);
  const chat = new ChatRenderer(own);
  for (const [at, message] of messages.entries()) chat.add(message, [...place.path, at], false);
  const leading = messages.slice(
    0,
    messages.findIndex(({ by }) => by === 'policy'),
  );
  const question = questionIn(leading) ?? asked;
  return { found: [{ text: own, question, sample: 0 }], list: false, reason: '', wrong: null };
}

function withPrompt(
  record: unknown,
  text: string,
  path: JsonPath,
  place: TextPlace,
): { readonly text: OwnText; readonly question: string | null } {
  const own = new OwnText();
  const prompt = place.prompt ? valueAt(record, place.prompt) : undefined;
  // Some dumps repeat the prompt at the head of the text.
  const repeated = typeof prompt === 'string' && text.startsWith(prompt);
  if (repeated) {
    own.add(prompt, 'prompt', path);
    own.add(text.slice(prompt.length), 'policy', path, prompt.length);
    return { text: own, question: questionOf(prompt) };
  }
  const question = addPrompt(own, record, place);
  if (Array.isArray(prompt)) own.render('<|im_end|>\n<|im_start|>assistant\n', 'prompt');
  own.add(text, 'policy', path);
  return { text: own, question };
}

/** Puts the prompt in front; says the question that stands in it. */
function addPrompt(own: OwnText, record: unknown, place: TextPlace): string | null {
  const prompt = place.prompt ? valueAt(record, place.prompt) : undefined;
  if (!place.prompt || prompt === undefined) return null;
  if (typeof prompt === 'string') {
    own.add(prompt, 'prompt', place.prompt);
    return questionOf(prompt);
  }
  const messages = messagesOf(prompt) ?? [];
  const chat = new ChatRenderer(own);
  for (const [at, message] of messages.entries()) chat.add(message, [...place.prompt, at], true);
  return questionIn(messages);
}

/** The question of the last user's message. */
function questionIn(messages: readonly Message[]): string | null {
  const asked = messages.findLast(({ role }) => /^(?:user|human)$/i.test(role));
  return asked && typeof asked.content === 'string' ? questionOf(asked.content) : null;
}
