import { jsonOrUndefined } from '../../json';
import type { FoundDocument, Source, TracedStep } from '../fields/traced';
import { isObject } from '../fields/values';
import { linesOfBlock, listOf, type BlockLine, type ListItem } from './block';

/** What one block of a chains file says. */
export interface Chain {
  readonly id: string;
  readonly question: Source | null;
  readonly steps: readonly TracedStep[];
  /** What was reasoned after the last retrieval. */
  readonly thought: Source | null;
  readonly answer: Source | null;
  /** The number after `S: `: the cost of the search through reasoning steps, no reward. */
  readonly cost: number | null;
  /** Ids of the paragraphs that the reader was given, where the block names them. */
  readonly paragraphs: readonly string[] | null;
  /** True where a later step's query had to be taken from the reasoning. */
  readonly guessed: boolean;
}

const EXIT = /^Exit\? /;

/**
 * Reads a block: id, question, then what each participant said. Lists of titles are retrievals and cumulative (IRCoT
 * keeps paragraphs), so a step's documents are the titles that no earlier list holds; a list after a reasoning that did
 * not go on (`Exit? No.`) names paragraphs. Reasoning is cumulative as well.
 */
export function chainOf(block: string): Chain {
  const [first, asked, ...lines] = linesOfBlock(block);
  const end = lines.findIndex(({ label }) => label === 'Q');
  const acting = end < 0 ? lines : lines.slice(0, end);
  const walk = new ChainWalk();
  for (const line of acting) if (line.label === 'A') walk.line(line);
  const answers = end < 0 ? [] : lines.slice(end).filter(({ label }) => label === 'A');
  const cost = Number(lines.findLast(({ label }) => label === 'S')?.text ?? Number.NaN);
  return {
    id: first?.text.trim() ?? '',
    question: asked ? { text: asked.text, path: null, at: asked.at } : null,
    steps: walk.steps,
    thought: walk.thought,
    answer: answerOf(answers.at(-1)),
    cost: Number.isFinite(cost) ? cost : null,
    paragraphs: walk.paragraphs,
    guessed: walk.steps.length > 1,
  };
}

/** Follows the lines of a block that say what was done. */
class ChainWalk {
  readonly steps: TracedStep[] = [];
  thought: Source | null = null;
  paragraphs: readonly string[] | null = null;
  #reasoned = '';
  #going = true;
  readonly #seen = new Map<string, number>();

  line(line: BlockLine): void {
    if (EXIT.test(line.text)) this.#going = true;
    else {
      const list = listOf(line);
      if (list) this.#list(list);
      else this.#reason(line);
    }
  }

  #list(list: readonly ListItem[]): void {
    if (!this.#going) {
      this.paragraphs = list.map(({ text }) => text);
      return;
    }
    const think = this.thought;
    this.steps.push({ think, query: think ? lastSentence(think) : null, documents: this.#fresh(list) });
    this.thought = null;
  }

  /** Titles that are not in an earlier list; one title may stand for several paragraphs. */
  #fresh(list: readonly ListItem[]): FoundDocument[] {
    const counts = new Map<string, number>();
    const fresh: FoundDocument[] = [];
    for (const { text, at, plain } of list) {
      const count = (counts.get(text) ?? 0) + 1;
      counts.set(text, count);
      if (count <= (this.#seen.get(text) ?? 0)) continue;
      const title = plain ? { text, path: null, at } : { text, path: null, made: true };
      fresh.push({ title, text: null });
    }
    for (const [text, count] of counts) this.#seen.set(text, Math.max(count, this.#seen.get(text) ?? 0));
    return fresh;
  }

  #reason({ text, at }: BlockLine): void {
    const begun = this.#reasoned !== '' && text.startsWith(this.#reasoned) ? this.#reasoned.length : 0;
    const fresh = text.slice(begun);
    const skip = fresh.length - fresh.trimStart().length;
    this.thought =
      fresh.trim() === '' ? null : { text: fresh.slice(skip), path: null, at: at + begun + skip };
    this.#reasoned = text;
    this.#going = false;
  }
}

/** IRCoT searches with the last sentence it wrote (`commaqa/inference/ircot.py`). */
function lastSentence({ text }: Source): Source {
  const sentence =
    text
      .trim()
      .split(/(?<=[.!?])\s/)
      .at(-1) ?? text;
  return { text: sentence, path: null, made: true };
}

function answerOf(line: BlockLine | undefined): Source | null {
  if (!line || line.text.trim() === '') return null;
  const { text, at } = line;
  const value = jsonOrUndefined(text.trim());
  if (typeof value === 'string') {
    const open = text.indexOf('"') + 1;
    const plain = text.slice(open, open + value.length) === value && text[open + value.length] === '"';
    return value === '' ? null : plain ? { text: value, path: null, at: at + open } : made(value);
  }
  if (Array.isArray(value)) return made(value.filter((item) => typeof item === 'string').join(', '));
  return isObject(value) ? made(text) : { text, path: null, at };
}

function made(text: string): Source | null {
  return text === '' ? null : { text, path: null, made: true };
}
