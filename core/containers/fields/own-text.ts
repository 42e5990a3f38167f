import type { Author, Range, TextPart, TokenRun } from '../../trace/model';
import type { JsonPath } from './values';

/** Puts an own text together from its parts. */
export class OwnText {
  readonly parts: TextPart[] = [];
  /** What the file says of tokens, in the order of the text. */
  readonly tokenRuns: TokenRun[] = [];
  #text = '';

  get text(): string {
    return this.#text;
  }

  get length(): number {
    return this.#text.length;
  }

  /** Characters that stand in the file, at `path`. Empty text adds no part. */
  add(text: string, by: Author, path: JsonPath | null, at = 0, call?: string): void {
    const part = this.#extend(text, by, path, false);
    if (part) this.parts.push(withCall(at > 0 ? { ...part, at } : part, call));
  }

  /** Characters that the file does not hold; `path` names the value they were made from, `call` the call they tell of. */
  render(text: string, by: Author, path: JsonPath | null = null, call?: string): void {
    const part = this.#extend(text, by, path, true);
    if (part) this.parts.push(withCall(part, call));
  }

  /** What the file says of the tokens of a stretch that was added after all others of which it says something. */
  addTokens({ start, end }: Range, tokens: Pick<TokenRun, 'mask' | 'logprob'>): void {
    if (end > start) this.tokenRuns.push({ start, end, ...tokens });
  }

  #extend(text: string, by: Author, path: JsonPath | null, rendered: boolean): TextPart | null {
    if (text === '') return null;
    const start = this.#text.length;
    this.#text += text;
    return { start, end: start + text.length, by, path, rendered };
  }
}

function withCall(part: TextPart, call: string | undefined): TextPart {
  return call === undefined ? part : { ...part, call };
}
