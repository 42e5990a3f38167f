import { splitAtHeaders } from '../chat-headers';
import { OwnText } from './own-text';
import { markedQuestion } from './prompt';
import type { JsonPath } from './values';

/** What a prompt without a chat template ends with. (ReSearch: `src/verl/utils/dataset/template.py`) */
const ASSISTANT = 'Assistant:';
const USER = 'User: ';

/** Characters of a text in which the border must stand. */
const PROMPT_HEAD = 16_384;

/** A chat header that stands in a text with a template. */
const CHAT = /<\|im_start\|>|<\|start_header_id\|>|<｜Assistant｜>/;

/** An own text with its prompt told apart, and the question that stands in the prompt. */
export interface MarkedText {
  readonly text: OwnText;
  readonly question: string | null;
  /** Whether a border between prompt and response was found. */
  readonly bordered: boolean;
}

/**
 * Cuts a text of prompt and response at its first assistant header, or at the first `Assistant:` where it has no chat
 * template.
 */
export function markedText(text: string, path: JsonPath): MarkedText {
  if (CHAT.test(text)) {
    const own = splitAtHeaders(text, 0, path);
    const [first] = own.parts;
    const bordered = first?.by === 'prompt' && own.parts.length > 1;
    const prompt = first?.by === 'prompt' ? own.text.slice(0, first.end) : '';
    return { text: own, question: markedQuestion(prompt) ?? lastUser(prompt), bordered };
  }
  const own = new OwnText();
  const at = text.slice(0, PROMPT_HEAD).indexOf(ASSISTANT);
  const end = at < 0 ? 0 : at + ASSISTANT.length;
  own.add(text.slice(0, end), 'prompt', path);
  own.add(text.slice(end), 'policy', path, end);
  return { text: own, question: at < 0 ? null : questionBefore(text.slice(0, at)), bordered: at >= 0 };
}

/** What the last user's turn of a prompt says, where it is short enough to be the question. */
function lastUser(prompt: string): string | null {
  const header = '<|im_start|>user\n';
  const at = prompt.lastIndexOf(header);
  if (at < 0) return null;
  const end = prompt.indexOf('<|im_end|>', at);
  const said = prompt.slice(at + header.length, end < 0 ? prompt.length : end).trim();
  return said === '' || said.length > LONGEST_QUESTION ? null : said;
}

const LONGEST_QUESTION = 1000;

/** The question of `… User: {question}. Assistant:`; the full stop is the template's. */
function questionBefore(prompt: string): string | null {
  const at = prompt.lastIndexOf(USER);
  if (at < 0) return null;
  const said = prompt.slice(at + USER.length).trim();
  const question = said.endsWith('.') ? said.slice(0, -1) : said;
  return question === '' || question.length > LONGEST_QUESTION ? null : question;
}
