/**
 * What stands at a possible beginning: a record (`yes`), one that ends with its line (`line`), something that belongs
 * to no record, up to the next one (`end`), nothing new (`no`); `undecided` asks for the next line.
 */
export type Beginning = 'yes' | 'line' | 'end' | 'no' | 'undecided';

/** How rollouts follow each other in plain text. */
export interface TextLayout {
  /** What separates them, as a clause. */
  readonly because: string;
  /** True where what stands before the first beginning belongs to no record: the head of a log. */
  readonly skipsHead?: boolean;
  /** Offset of the next possible beginning at or after `from`, or -1. `text` starts at a line's start, or at one. */
  next(text: Buffer, from: number): number;
  /**
   * Whether a rollout begins there; the next line is asked for as well where it cannot be told, unless it is the `last`.
   * `open` says whether a record goes on up to there.
   */
  begins(text: Buffer, at: number, last: boolean, open: boolean): Beginning;
  /**
   * What a line says of the records that begin after it (`epoch 0, step 12` of a training's log), which becomes their
   * key; null for all other lines. `key` is what the lines before said. Left out where no line does.
   */
  keyIn?(line: Buffer, key: string | undefined): string | null;
  /** True where only lines at which a record begins or ends say something: those inside one are the record's own words. */
  readonly keysAtBreaks?: boolean;
}

/** Headers that begin a conversation, by template: the first that occurs in the file's head counts. */
const SYSTEM_HEADERS = [
  '<|im_start|>system',
  '<|begin_of_text|>',
  '<|start_header_id|>system<|end_header_id|>',
  '<｜begin▁of▁sentence｜>',
];
const USER_HEADERS = ['<|im_start|>user', '<|start_header_id|>user<|end_header_id|>', '<｜User｜>'];

/** What a user turn starts with when it carries results instead of a new question. */
const RESULT = /^\s*<(?:tool_response|information|result|documents|observation)\b/;
const NUMERAL = /^\d{1,6}\.\s?<(?:think|search|tool_call|answer)>/;

/** Blank characters after a header that are waited out before it counts as a beginning. */
const LONGEST_GAP = 256;

/** Bytes after a header that are looked at: the gap, and the tag of a result. */
const AFTER_BYTES = 4 * LONGEST_GAP;

/** Longest numeral with its first tag, in bytes. */
const NUMERAL_BYTES = 24;

/** Finds out from its first characters how a text separates its rollouts. */
export function layoutOf(head: string): TextLayout {
  if (NUMERAL.test(head.trimStart())) return numbered;
  const system = SYSTEM_HEADERS.find((header) => head.includes(header));
  if (system) return atHeader(system, false);
  const user = USER_HEADERS.find((header) => head.includes(header));
  return user ? atHeader(user, true) : (atOpening(head) ?? whole);
}

/** How the prompts begin that are given to models without a chat template: Search-R1's and R1-Searcher's. */
const OPENINGS = ['Answer the given question. ', 'The User asks a question'];

/** Characters of a first line that must come again for it to be taken for the opening of every prompt. */
const OPENING = 40;

/** What a rollout ends with, so that a line after it may begin the next one. */
const ENDINGS = [
  '</answer>',
  '<|im_end|>',
  '<|endoftext|>',
  '<|eot_id|>',
  '<|end_of_text|>',
  '<｜end▁of▁sentence｜>',
];

/**
 * Rollouts that begin with the same words, which hold no tag: the instruction of a prompt. Words that are not known
 * must come right after the end of a rollout, so that a line which a model repeats is not taken for a prompt.
 */
function atOpening(head: string): TextLayout | null {
  const text = head.trimStart();
  const known = OPENINGS.find((opening) => text.startsWith(opening));
  const lineEnd = text.indexOf('\n');
  const opening = known ?? text.slice(0, Math.min(OPENING, lineEnd < 0 ? text.length : lineEnd));
  if (!known && (opening.length < OPENING || opening.includes('<') || !comesAgain(text, opening)))
    return null;
  const bytes = Buffer.from(opening, 'utf8');
  return {
    because: `each rollout begins with \`${opening.trim()}\``,
    next: (_text, from) => (from === 0 ? 0 : -1),
    begins: (line, at) => (line.subarray(at, at + bytes.length).equals(bytes) ? 'yes' : 'no'),
  };
}

/** Whether words stand at the start of a line again, after the end of a rollout. */
function comesAgain(text: string, opening: string): boolean {
  for (let at = text.indexOf(`\n${opening}`); at >= 0; at = text.indexOf(`\n${opening}`, at + 1)) {
    const before = text.slice(Math.max(0, at - LONGEST_GAP), at).trimEnd();
    if (ENDINGS.some((ending) => before.endsWith(ending))) return true;
  }
  return false;
}

const whole: TextLayout = {
  because: 'the file is one rollout',
  next: () => -1,
  begins: () => 'no',
};

/** `1.<think>…` on a line, then `2.<think>…`. */
const numbered: TextLayout = {
  because: 'rollouts are numbered (`1.<think>`)',
  next: (_text, from) => (from === 0 ? 0 : -1),
  begins: (text, at) => (NUMERAL.test(text.toString('latin1', at, at + NUMERAL_BYTES)) ? 'yes' : 'no'),
};

function atHeader(header: string, user: boolean): TextLayout {
  const bytes = Buffer.from(header, 'utf8');
  return {
    because: `each rollout begins with \`${header}\``,
    next: (text, from) => text.indexOf(bytes, from),
    begins(text, at, last) {
      if (!user) return 'yes';
      const start = at + bytes.length;
      const after = text.subarray(start, start + AFTER_BYTES).toString('utf8');
      if (after.length < LONGEST_GAP && after.trim() === '' && !last) return 'undecided';
      return RESULT.test(after) ? 'no' : 'yes';
    },
  };
}

/** The numeral before a numbered rollout, to be left out of its text; empty where there is none. */
export function numeralOf(text: string): string {
  return NUMERAL.test(text) ? (/^\d+\.\s?/.exec(text)?.[0] ?? '') : '';
}
