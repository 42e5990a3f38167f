import { skipPythonBlanks, strip } from './python-text';
import { responseStart } from '../trace/response';
import type { Range } from '../trace/model';
import type { ScoredRollout } from './component';

/** Whether a text has the structure that the format reward of Search-R1 asks for. */
export type Structure =
  | { readonly valid: true }
  | {
      readonly valid: false;
      /** Why not, in the words of the official check; quoted content is shortened. */
      readonly failure: string;
      /** The first thing out of order; null where nothing of the text is. */
      readonly range: Range | null;
    };

const MARKER = '<|im_start|>assistant';
const KINDS = ['think', 'search', 'information', 'answer'] as const;

/** Each tag with the states that it may follow and the state after it. */
const STEPS: Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>> = {
  '<think>': { from: ['start', 'information'], to: 'in_think' },
  '</think>': { from: ['in_think'], to: 'after_think' },
  '<search>': { from: ['after_think'], to: 'in_search' },
  '</search>': { from: ['in_search'], to: 'after_search' },
  '<information>': { from: ['after_search'], to: 'in_information' },
  '</information>': { from: ['in_information'], to: 'information' },
  '<answer>': { from: ['after_think'], to: 'in_answer' },
  '</answer>': { from: ['in_answer'], to: 'end' },
};

/** Characters of a text that is quoted in a failure. */
const LONGEST_QUOTE = 80;

interface Tag extends Range {
  readonly text: string;
}

/**
 * Checks a text as `is_valid_sequence` of Search-R1 does (`verl/utils/reward_score/qa_em_format.py`): from the first
 * `<|im_start|>assistant` on, as many openers as closers of each kind, then think, search, information, think, …,
 * answer, with nothing but blanks between them and after them. In linear time.
 */
export function structureOf({ text }: Pick<ScoredRollout, 'text'>): Structure {
  const marker = text.indexOf(MARKER);
  return marker < 0 ? MISSING_MARKER : structureFrom(text, marker + MARKER.length);
}

/**
 * The same for texts that were written without special tokens, of which the trainer saw the marker: a header
 * `assistant` on a line of its own right before the response stands for it.
 */
export function decodedStructureOf(rollout: Pick<ScoredRollout, 'text' | 'parts'>): Structure {
  const { text, parts } = rollout;
  if (text.includes(MARKER)) return structureOf(rollout);
  const start = responseStart(text, parts);
  return endsWithBareHeader(text, start) ? structureFrom(text, start) : MISSING_MARKER;
}

/** Whether a prompt ends with the header of an assistant's turn whose special tokens were skipped while decoding. */
export function endsWithBareHeader(text: string, end: number): boolean {
  return /(?:^|\n)assistant\n{1,2}$/.test(text.slice(Math.max(0, end - 16), end));
}

const MISSING_MARKER: Structure = { valid: false, failure: 'Missing assistant marker', range: null };

function structureFrom(text: string, start: number): Structure {
  const tags = tagsFrom(text, start);
  for (const kind of KINDS) {
    const mismatch = mismatchOf(tags, kind);
    if (mismatch) return mismatch;
  }
  let state = 'start';
  let at = start;
  for (const tag of tags) {
    const stray = strayIn(text, at, tag.start, state);
    if (stray) return stray;
    const step = STEPS[tag.text];
    if (!step?.from.includes(state)) {
      return { valid: false, failure: `Unexpected tag ${tag.text} in state ${state}`, range: rangeOf(tag) };
    }
    state = step.to;
    at = tag.end;
  }
  const stray = strayIn(text, at, text.length, state);
  if (stray) return stray;
  if (state === 'end') return { valid: true };
  const last = tags.at(-1);
  return {
    valid: false,
    failure: `Incomplete sequence, ended in state ${state}`,
    range: last ? rangeOf(last) : null,
  };
}

function tagsFrom(text: string, start: number): readonly Tag[] {
  // No part of it repeats, so that every `<` costs one look.
  const pattern = /<\/?(?:think|search|information|answer)>/g;
  pattern.lastIndex = start;
  const tags: Tag[] = [];
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    tags.push({ text: match[0], start: match.index, end: pattern.lastIndex });
  }
  return tags;
}

/** Says that openers and closers of a kind differ in number, and points to the first that has no counterpart. */
function mismatchOf(tags: readonly Tag[], kind: string): Structure | null {
  const open: Tag[] = [];
  let openers = 0;
  let closers = 0;
  let first: Tag | undefined;
  for (const tag of tags) {
    if (tag.text === `<${kind}>`) {
      openers++;
      open.push(tag);
    } else if (tag.text === `</${kind}>`) {
      closers++;
      if (!open.pop()) first ??= tag;
    }
  }
  if (openers === closers) return null;
  const lone = openers > closers ? open[0] : first;
  return {
    valid: false,
    failure: `Mismatch in ${kind} tags: ${openers} opening vs ${closers} closing tags`,
    range: lone ? rangeOf(lone) : null,
  };
}

/** Says that something other than blanks stands where only blanks may. */
function strayIn(text: string, start: number, end: number, state: string): Structure | null {
  if (state.startsWith('in_')) return null;
  const from = skipPythonBlanks(text, start, end);
  if (from === end) return null;
  const content = strip(text.slice(from, end));
  const range = { start: from, end: from + content.length };
  const failure =
    state === 'end'
      ? `Unexpected content in state ${state}`
      : `Unexpected content '${shortened(content)}' between tags (state: ${state})`;
  return { valid: false, failure, range };
}

function shortened(content: string): string {
  if (content.length <= LONGEST_QUOTE) return content;
  const cut = content.slice(0, LONGEST_QUOTE - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}
