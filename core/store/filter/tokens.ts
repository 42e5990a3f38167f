/** What a filter line is made of. Quoted texts and names come without their quotes; ranges are UTF-16 offsets. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'name' | 'regex' | 'operator' | 'end';
  /** The value: what is quoted, the pattern, the operator, or the word itself. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What is wrong with it, and what to write; null for most. */
  readonly fault: string | null;
}

const OPERATORS = ['<=', '>=', '!=', '==', '<>', '&&', '||', '=', '<', '>', '~', '!', '(', ')', ',', ':'];
/** Ends a word. Quotes and slashes only begin something else at the beginning of a token. */
const NOT_IN_WORDS = new Set('()=<>!~,:');
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Cuts a filter line into tokens; the last one is `end`. Never fails: what is wrong with a token stands in it. Linear. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; ;) {
    while (at < text.length && isSpace(text, at)) at++;
    if (at >= text.length) break;
    const token = tokenAt(text, at, tokens.at(-1));
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length, fault: null });
  return tokens;
}

function tokenAt(text: string, start: number, before: Token | undefined): Token {
  const first = text.charAt(start);
  if (first === '"' || first === "'") return quoted(text, start, first);
  if (first === '`') return named(text, start);
  if (first === '/' && before?.kind === 'operator' && before.text === '~') return regex(text, start);
  const operator = OPERATORS.find((each) => text.startsWith(each, start));
  if (operator !== undefined) {
    // `!=` and `==` are written in many languages; here there is one way to say it.
    const same: Readonly<Record<string, string>> = { '==': '=', '<>': '!=' };
    return {
      kind: 'operator',
      text: same[operator] ?? operator,
      start,
      end: start + operator.length,
      fault: null,
    };
  }
  let end = start + 1;
  while (end < text.length && !isSpace(text, end) && !NOT_IN_WORDS.has(text.charAt(end))) end++;
  const word = text.slice(start, end);
  return { kind: NUMBER.test(word) ? 'number' : 'word', text: word, start, end, fault: null };
}

/** Escapes are those of JSON; before anything else the backslash stands for itself. */
function quoted(text: string, start: number, quote: string): Token {
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charAt(at);
    if (unit === quote) return { kind: 'string', text: value, start, end: at + 1, fault: null };
    if (unit !== '\\' || at + 1 >= text.length) {
      value += unit;
      continue;
    }
    const escaped = text.charAt(++at);
    const code = escaped === 'u' ? /^[\da-f]{4}/i.exec(text.slice(at + 1, at + 5)) : null;
    if (code) {
      value += String.fromCharCode(parseInt(code[0], 16));
      at += 4;
    } else if (escaped === quote || escaped === '\\' || escaped === '/') value += escaped;
    else value += (Object.hasOwn(ESCAPES, escaped) && ESCAPES[escaped]) || `\\${escaped}`;
  }
  return { kind: 'string', text: value, start, end: text.length, fault: `the text has no closing ${quote}` };
}

/** A name in backticks; two of them are one. */
function named(text: string, start: number): Token {
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charAt(at);
    if (unit === '`' && text.charAt(at + 1) !== '`')
      return { kind: 'name', text: value, start, end: at + 1, fault: null };
    if (unit === '`') at++;
    value += unit;
  }
  return { kind: 'name', text: value, start, end: text.length, fault: 'the name has no closing `' };
}

/** `\/` is a slash, other escapes are the pattern's own. */
function regex(text: string, start: number): Token {
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charAt(at);
    if (unit === '/') return { kind: 'regex', text: value, start, end: at + 1, fault: null };
    if (unit === '\\' && at + 1 < text.length) {
      const escaped = text.charAt(++at);
      value += escaped === '/' ? '/' : `\\${escaped}`;
    } else value += unit;
  }
  return {
    kind: 'regex',
    text: value,
    start,
    end: text.length,
    fault: 'the regular expression has no closing /',
  };
}

const isSpace = (text: string, at: number): boolean => /\s/.test(text.charAt(at));
