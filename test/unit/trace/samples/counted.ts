/** Methods of strings that pass over characters, with how many a call passed. */
type Passed = (text: string, args: readonly unknown[], result: unknown) => number;

const offset = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** From where a search began to where it found something, or to the end. */
const searched: Passed = (text, [, from], result) => {
  const start = Math.max(0, offset(from, 0));
  const end = typeof result === 'number' && result >= 0 ? result : text.length;
  return Math.max(0, end - start);
};

const copied: Passed = (_text, _args, result) => (typeof result === 'string' ? result.length : 0);

const METHODS: readonly (readonly [keyof string & string, Passed])[] = [
  ['indexOf', searched],
  [
    'includes',
    (text, [, from], result) => (result === true ? 0 : Math.max(0, text.length - offset(from, 0))),
  ],
  [
    'lastIndexOf',
    (text, [, from], result) =>
      Math.max(0, Math.min(text.length, offset(from, text.length)) - offset(result, 0)),
  ],
  ['slice', copied],
  ['substring', copied],
  ['trim', copied],
  ['trimEnd', copied],
  ['trimStart', copied],
  ['split', (text) => text.length],
  ['replace', (text) => text.length],
  ['replaceAll', (text) => text.length],
  ['charCodeAt', () => 1],
  ['charAt', () => 1],
  ['codePointAt', () => 1],
  ['startsWith', (_text, [needle]) => String(needle).length],
];

/**
 * Counts the characters that string methods and regular expressions pass over while `work` runs. Loops over characters
 * by index are not seen; the tests of long texts stand behind this one.
 */
export function characterCount(work: () => void): number {
  let count = 0;
  const strings = String.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const kept = METHODS.map(([name]) => [name, strings[name]] as const);
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its regular expression below
  const exec = RegExp.prototype.exec;
  try {
    for (const [name, passed] of METHODS) {
      const method = strings[name];
      if (!method) throw new Error(`no method ${name}`);
      strings[name] = function (this: string, ...args: unknown[]): unknown {
        const result = method.apply(this, args);
        count += passed(this, args, result);
        return result;
      };
    }
    RegExp.prototype.exec = function (this: RegExp, text: string): RegExpExecArray | null {
      const start = this.global || this.sticky ? this.lastIndex : 0;
      const found = exec.call(this, text);
      const end = found ? found.index + found[0].length : this.sticky ? start : text.length;
      count += Math.max(0, end - start);
      return found;
    };
    work();
  } finally {
    RegExp.prototype.exec = exec;
    for (const [name, method] of kept) if (method) strings[name] = method;
  }
  return count;
}
