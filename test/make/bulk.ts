import { closeSync, openSync, writeSync } from 'node:fs';
import { Random } from './random';
import { decoded } from './search-r1/prompt';

const syllables = [
  'ka',
  'lo',
  'mer',
  'tin',
  'vel',
  'sor',
  'ba',
  'ri',
  'dun',
  'que',
  'nal',
  'pe',
  'os',
  'hy',
  'gra',
  'fen',
];
const foreign = [
  'Bjørnsund',
  'Añil',
  'Brûlé',
  'Ævar',
  'Łódka',
  'naïve',
  '月見橋',
  '森川',
  'Привет',
  '🐦',
  '“quoted”',
  '—',
];
const small = [
  'the',
  'of',
  'a',
  'in',
  'and',
  'to',
  'was',
  'on',
  'by',
  'at',
  'from',
  'which',
  'is',
  'for',
  'its',
  'near',
];

/** What stands between the quotes of a JSON string. All prose below is kept in this form, ready to be written. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Phrases of two or three invented words; text is strung together from them, so that no two sentences agree. */
export class Phrases {
  readonly #plain: readonly string[];
  readonly #capital: readonly string[];

  constructor(readonly random: Random) {
    const word = (): string =>
      Array.from({ length: 2 + random.below(2) }, () => random.pick(syllables)).join('');
    const words = Array.from({ length: 4000 }, word);
    const some = (i: number): string => (i % 97 === 0 ? random.pick(foreign) : random.pick(words));
    this.#plain = Array.from({ length: 0x4000 }, (_, i) => {
      const last = i % 131 === 0 ? `"${random.pick(words)}"` : random.pick(words);
      return escaped(`${random.pick(small)} ${some(i)} ${last} `);
    });
    this.#capital = Array.from({ length: 0x4000 }, (_, i) => {
      const name = some(i);
      return escaped(name.charAt(0).toUpperCase() + name.slice(1));
    });
  }

  /** Prose of about `n` phrases. Random numbers are drawn 32 bits at a time and spent as two phrases each. */
  prose(n: number): string {
    let text = '';
    for (let left = n; left > 0; left -= 2) {
      const bits = this.random.next();
      text += this.#plain[bits & 0x3fff];
      text += this.#plain[(bits >>> 14) & 0x3fff];
      if (bits >>> 29 === 0) text += `${bits & 0x7ff}. `;
    }
    return text;
  }

  title(): string {
    const bits = this.random.next();
    return `${this.#capital[bits & 0x3fff]} ${this.#capital[(bits >>> 14) & 0x3fff]} ${bits >>> 28}`;
  }
}

/** What a policy wrote and got, escaped for a JSON string. */
export function response(phrases: Phrases): string {
  const { random } = phrases;
  let text = '';
  for (let left = 1 + random.below(4); left > 0; left--) {
    text += `<think>${phrases.prose(6 + random.below(16))}</think>\\n<search> ${phrases.title()} </search>`;
    text += '\\n\\n<information>';
    for (let n = 1; n <= 3; n++) {
      text += `${n > 1 ? '\\n' : ''}Doc ${n}(Title: \\"${phrases.title()}\\") ${phrases.prose(20 + random.below(14))}`;
    }
    text += '</information>\\n\\n';
  }
  return `${text}<think>${phrases.prose(10)}</think>\\n<answer> ${phrases.title()} </answer>`;
}

/**
 * Writes rollouts as verl dumps them until the file is `bytes` long, give or take a rollout. The same seed gives the
 * same bytes; the text does not repeat, so that caches and compression cannot flatter a benchmark. Returns the number
 * of rollouts, which come in groups of five with equal `input`.
 */
export function writeBulk(path: string, bytes: number, seed: number): number {
  return writeRollouts(path, bytes, new Phrases(new Random(seed)));
}

/** The same, from phrases that other files were written of: it goes on where they ended. `step` counts up where left out. */
export function writeRollouts(path: string, bytes: number, phrases: Phrases, named?: number): number {
  const { random } = phrases;
  const file = openSync(path, 'w');
  let written = 0;
  let count = 0;
  let pending = '';
  const prompt = escaped(decoded('QUESTION'));
  let input = '';
  const flush = (): void => {
    const chunk = Buffer.from(pending, 'utf8');
    for (let at = 0; at < chunk.length;) at += writeSync(file, chunk, at);
    written += chunk.length;
    pending = '';
  };
  try {
    while (written + pending.length < bytes) {
      if (count % 5 === 0) {
        input = prompt.replace('QUESTION', () => `Which ${phrases.title()} is ${phrases.prose(3)}`);
      }
      const score = random.below(3) === 0 ? '1.0' : '0.0';
      const step = named ?? 1 + Math.floor(count / 640);
      pending += `{"input": "${input}", "output": "${response(phrases)}", `;
      pending += `"gts": {"target": ["${phrases.title()}"]}, "score": ${score}, "step": ${step}}\n`;
      count++;
      if (pending.length > 1 << 20) flush();
    }
    flush();
  } finally {
    closeSync(file);
  }
  return count;
}
