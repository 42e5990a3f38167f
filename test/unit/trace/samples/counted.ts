/** Methods of strings that pass over characters, with how many a call passed. */
type Passed = (text: string, args: readonly unknown[], result: unknown) => number;

/** Methods of a prototype as values that can be put in their place again. */
type Methods = Record<string, (...args: unknown[]) => unknown>;

const offset = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** From where a search began to where it found something, or to the end. */
const searched: Passed = (text, [, from], result) => {
  const start = Math.max(0, offset(from, 0));
  const end = typeof result === 'number' && result >= 0 ? result : text.length;
  return Math.max(0, end - start);
};

const copied: Passed = (_text, _args, result) => (typeof result === 'string' ? result.length : 0);

const METHODS: readonly (readonly [string, Passed])[] = [
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
  const strings = String.prototype as unknown as Methods;
  const kept = METHODS.map(([name]) => [name, strings[name]] as const);
  const patterns = RegExp.prototype as unknown as Methods;
  const exec = patterns['exec'];
  if (!exec) throw new Error('no method exec');
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
    // The one method that all uses of a regular expression come to.
    patterns['exec'] = function (this: RegExp, ...args: unknown[]): unknown {
      const start = this.global || this.sticky ? this.lastIndex : 0;
      const found = exec.apply(this, args) as RegExpExecArray | null;
      const end = found ? found.index + found[0].length : this.sticky ? start : String(args[0]).length;
      count += Math.max(0, end - start);
      return found;
    };
    work();
  } finally {
    patterns['exec'] = exec;
    for (const [name, method] of kept) if (method) strings[name] = method;
  }
  return count;
}
