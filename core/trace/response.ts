import type { TextPart } from './model';

/** Headers after which a chat template lets the model speak. */
const ASSISTANT_HEADERS = [
  '<|im_start|>assistant',
  '<|start_header_id|>assistant<|end_header_id|>',
  '<｜Assistant｜>',
] as const;

/** How a prompt begins once its special tokens were skipped while decoding. */
const BARE_ROLES = /^\s*(?:system|user)\n/;
const BARE_ASSISTANT = '\nassistant\n';

/** The end of the instruction that Search-R1 and its forks give to models without a chat template. */
const SEARCH_R1_QUESTION = '</answer>. Question: ';

/** How the R1-Searcher base prompt ends: `Assistant: <think>`. */
const BASE_ASSISTANT = '\nAssistant:';

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

function afterHeader(text: string): number | null {
  for (const header of ASSISTANT_HEADERS) {
    const at = text.indexOf(header);
    if (at >= 0) return afterLineBreaks(text, at + header.length);
  }
  return null;
}

function afterBareRoles(text: string): number | null {
  if (!BARE_ROLES.test(text.slice(0, 64))) return null;
  const at = text.indexOf(BARE_ASSISTANT);
  return at < 0 ? null : at + BARE_ASSISTANT.length;
}

function afterInstruction(text: string): number | null {
  const at = text.indexOf(SEARCH_R1_QUESTION);
  if (at < 0) return null;
  const lineEnd = text.indexOf('\n', at + SEARCH_R1_QUESTION.length);
  return lineEnd < 0 ? text.length : lineEnd + 1;
}

function afterBaseAssistant(text: string): number | null {
  const at = text.indexOf(BASE_ASSISTANT);
  return at < 0 ? null : at + BASE_ASSISTANT.length;
}

/** Chat templates end the header with one newline (ChatML) or two (Llama). */
function afterLineBreaks(text: string, at: number): number {
  let end = at;
  while (end < text.length && end - at < 2 && text.charCodeAt(end) === 10) end++;
  return end;
}
