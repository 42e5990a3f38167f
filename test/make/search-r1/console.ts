import type { Random } from '../random';

const ESC = '\u001b';

/** Columns at which numpy wraps an array. */
const NUMPY_WIDTH = 75;

/** A string as Python's `repr` prints it. */
function repr(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return escaped.includes("'") && !escaped.includes('"')
    ? `"${escaped}"`
    : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** An array of strings as numpy prints it: no commas, wrapped, the lines after the first indented by a blank. */
export function numpyArray(items: readonly string[]): string {
  const lines: string[] = [];
  let line = '[';
  for (const word of items.map(repr)) {
    const blank = line === '[' || line === ' ' ? '' : ' ';
    if (blank !== '' && line.length + blank.length + word.length > NUMPY_WIDTH) {
      lines.push(line);
      line = ` ${word}`;
    } else line += blank + word;
  }
  return `${[...lines, line].join('\n')}]`;
}

/** A sample as the reward function prints it. (Search-R1: verl/utils/reward_score/qa_em.py) */
export function printed(golds: readonly string[], extracted: string | null, text: string): string {
  return [
    '-'.repeat(32),
    `Golden answers: ${numpyArray(golds)}`,
    `Extracted answer: ${extracted ?? 'None'}`,
    `Solution string: ${text}`,
  ].join('\n');
}

/** A number as the console logger of verl's forks prints it. */
function shown(value: number): string {
  if (Math.abs(value) >= 1e-3) return value.toFixed(3);
  const [mantissa = '0', exponent = '0'] = value.toExponential(8).split('e');
  const sign = exponent.startsWith('-') ? '-' : '+';
  return `${mantissa}e${sign}${exponent.replace(/^[-+]/, '').padStart(2, '0')}`;
}

/**
 * The captured terminal of a Ray job: each line of an actor has its prefix, in colour; other actors' lines and the
 * driver's progress bar come between.
 */
export class Console {
  #text = '';
  #bar = '';
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  get text(): string {
    return this.#text;
  }

  head(): void {
    this.#text +=
      '++ export PYTHONUNBUFFERED=1\n+ python3 -m verl.trainer.main_ppo\n' +
      '2025-03-14 09:26:53,589\tINFO worker.py:1841 -- Started a local Ray instance.\n';
    this.#actor('WorkerDict pid=5120', 'INFO 03-14 09:27:31 llm_engine.py:237] Initializing an LLM engine');
  }

  /** What the trainer prints, one prefix a line. */
  main(message: string): void {
    for (const line of message.split('\n')) this.#actor('main_task pid=4711', line);
  }

  /** The same with other lines between, as happens to long prints. */
  sample(message: string): void {
    for (const line of message.split('\n')) {
      const dice = this.#random.below(12);
      if (dice === 0)
        this.#actor('WorkerDict pid=5121, ip=10.0.0.7', `kl before step: ${this.#random.below(100) / 1e4}`);
      // The bar has no line end: what is printed next stands right behind it.
      if (dice === 1) this.#text += this.#bar;
      this.#actor('main_task pid=4711', line);
    }
  }

  /** The driver's bar from now on, in several states of one line. */
  bar(done: number, total: number): void {
    const percent = String(Math.round((100 * done) / total)).padStart(3);
    const state = `\rTraining: ${percent}%|${'█'.repeat(done)}${' '.repeat(total - done)}| ${done}/${total} [00:0${done}<00:09,  3.10s/it]`;
    this.#bar = `${state}${state}`;
    this.#text += `${this.#bar}\n`;
  }

  metrics(step: number, score: number): void {
    const values: Readonly<Record<string, number>> = {
      'actor/kl_loss': 0.00023 * step,
      'actor/lr': 1e-6,
      'critic/score/mean': score,
      'env/number_of_actions/mean': 2 + step / 10,
      'env/finish_ratio': 0.9,
      'env/number_of_valid_search': 1.5,
      'state_tokens/coverage': 0.61,
      'timing_s/step': 212.4,
    };
    this.main(
      [`step:${step}`, ...Object.entries(values).map(([key, value]) => `${key}:${shown(value)}`)].join(' - '),
    );
  }

  #actor(name: string, line: string): void {
    this.#text += `${ESC}[36m(${name})${ESC}[0m ${line}\n`;
  }
}
