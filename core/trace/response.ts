import type { TextPart } from './model';
import { firstTurnEnd } from './stretches';
import { skipBlanks } from './text';

/** Chat templates: what opens a message, and the header after which the model speaks. */
const TEMPLATES = [
  { mark: '<|im_start|>', assistant: '<|im_start|>assistant' },
  { mark: '<|start_header_id|>', assistant: '<|start_header_id|>assistant<|end_header_id|>' },
  { mark: '<｜User｜>', assistant: '<｜Assistant｜>' },
  { mark: '<|user|>', assistant: '<|assistant|>' },
  { mark: '<|system|>', assistant: '<|assistant|>' },
  { mark: '### Instruction:', assistant: '### Response:' },
] as const;

/** Characters in which a template's first mark must stand; a text that starts otherwise is all response. */
const TEMPLATE_HEAD = 256;

/** Prompts without a template are shorter than this many characters. */
const PROMPT_HEAD = 8192;

/** How a prompt begins once its special tokens were skipped while decoding. */
const BARE_ROLE = /^(?:\r?\n)?(?:system|user)\r?\n/;
const BARE_ASSISTANT = /\nassistant\r?\n/;

/** The end of the instruction that Search-R1 and its forks give to models without a chat template. */
const SEARCH_R1_QUESTION = '</answer>. Question: ';

/** How the R1-Searcher base prompt ends; the opening tag belongs to it. */
const BASE_ASSISTANT = '\nAssistant:';

/** How the one line of the ReSearch base prompt ends: `User: {question}. Assistant:`. */
const INLINE_USER = 'User: ';
const INLINE_ASSISTANT = ' Assistant:';

/**
 * Finds where the response starts in an own text, so that examples in a prompt are never taken for the model's own
 * tags: after the prompt parts where the container knows them, else after the first assistant header, else after the
 * known wording of a prompt. 0 where the text has no prompt.
 */
export function responseStart(text: string, parts: readonly TextPart[]): number {
  const firstResponse = parts.find((part) => part.by !== 'prompt');
  const known = firstResponse ? firstResponse.start : text.length;
  if (known > 0) return known;
  return afterHeader(text) ?? afterBareRoles(text) ?? afterInstruction(text) ?? afterBaseAssistant(text) ?? 0;
}

/**
 * Whether a text begins in the middle of a message of the model: a message ends in its head before one begins. Such a
 * text has no prompt.
 */
function beginsInside(head: string): boolean {
  const end = firstTurnEnd(head);
  const starts = TEMPLATES.map(({ mark, assistant }) => [head.indexOf(mark), head.indexOf(assistant)]).flat();
  return end >= 0 && starts.every((at) => at < 0 || at > end);
}

function afterHeader(text: string): number | null {
  const head = text.slice(0, TEMPLATE_HEAD);
  if (beginsInside(head)) return null;
  for (const { mark, assistant } of TEMPLATES) {
    const at = head.includes(mark) ? text.indexOf(assistant) : -1;
    if (at >= 0) return afterLineBreaks(text, at + assistant.length);
  }
  return null;
}

function afterBareRoles(text: string): number | null {
  if (!BARE_ROLE.test(text)) return null;
  const header = BARE_ASSISTANT.exec(text);
  return header ? header.index + header[0].length : null;
}

function afterInstruction(text: string): number | null {
  const at = text.slice(0, PROMPT_HEAD).indexOf(SEARCH_R1_QUESTION);
  if (at < 0) return null;
  const lineEnd = text.indexOf('\n', at + SEARCH_R1_QUESTION.length);
  return lineEnd < 0 ? text.length : lineEnd + 1;
}

function afterBaseAssistant(text: string): number | null {
  const head = text.slice(0, PROMPT_HEAD);
  const line = head.indexOf(BASE_ASSISTANT);
  const user = head.indexOf(INLINE_USER);
  const inline = user < 0 ? -1 : head.indexOf(INLINE_ASSISTANT, user);
  if (line < 0 && inline < 0) return null;
  const end = line >= 0 ? line + BASE_ASSISTANT.length : inline + INLINE_ASSISTANT.length;
  return text.startsWith('<think>', skipBlanks(text, end, text.length)) ? end : null;
}

/** Chat templates end the header with one newline (ChatML) or two (Llama). */
function afterLineBreaks(text: string, at: number): number {
  let end = at;
  for (let breaks = 0; breaks < 2; breaks++) {
    const feed = text.charAt(end) === '\r' ? end + 1 : end;
    if (text.charAt(feed) !== '\n') break;
    end = feed + 1;
  }
  return end;
}
