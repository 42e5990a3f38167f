/** How a chat template marks messages. */
export interface ChatMarks {
  /** What begins a message, whoever's. */
  readonly start: string;
  /** What ends one. */
  readonly end: string;
  /** The header after which the model speaks. */
  readonly assistant: string;
}

const LLAMA: ChatMarks = {
  start: '<|start_header_id|>',
  end: '<|eot_id|>',
  assistant: '<|start_header_id|>assistant<|end_header_id|>\n\n',
};

/** ChatML (Qwen), Llama 3, and the distillations of DeepSeek-R1, whose bars are full-width. */
const TEMPLATES: readonly ChatMarks[] = [
  { start: '<|im_start|>', end: '<|im_end|>', assistant: '<|im_start|>assistant\n' },
  LLAMA,
  { start: '<｜User｜>', end: '<｜end▁of▁sentence｜>', assistant: '<｜Assistant｜>' },
];

/** The marks of the template whose messages end in a text. */
export function chatMarksOf(text: string): ChatMarks {
  return TEMPLATES.find(({ end }) => text.includes(end)) ?? LLAMA;
}

/** Whether messages of a chat end in a text. */
export function hasTurns(text: string): boolean {
  return TEMPLATES.some(({ end }) => text.includes(end));
}

/** Whether the mark at an offset ends a message of a chat. */
export function endsTurnAt(text: string, at: number): boolean {
  return TEMPLATES.some(({ end }) => text.startsWith(end, at));
}

/** Offset in a text of the first mark that ends a message; -1 where none does. */
export function firstEnd(text: string): number {
  const found = TEMPLATES.map(({ end }) => text.indexOf(end)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** Offset in a text of the last mark that ends a message; -1 where none does. */
export function lastEnd(text: string): number {
  return Math.max(...TEMPLATES.map(({ end }) => text.lastIndexOf(end)));
}

/** How often a text lets the model speak. */
export function countAssistants(text: string): number {
  return TEMPLATES.reduce((sum, { assistant }) => sum + text.split(assistant.trimEnd()).length - 1, 0);
}

/**
 * Whether a text begins in the middle of a message of the model: a message ends in its head before one begins. Such a
 * text has no prompt.
 */
export function beginsInside(head: string): boolean {
  const end = firstEnd(head);
  if (end < 0) return false;
  return TEMPLATES.every(({ start, assistant }) =>
    [start, assistant].every((mark) => {
      const at = head.indexOf(mark);
      return at < 0 || at > end;
    }),
  );
}
