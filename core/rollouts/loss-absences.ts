import type { Rollout } from '../trace/model';
import { lineOf, shareOf, type LossLine } from './loss-tally';

/** What a reader misses where it is not in the file, in the order of a report. */
const NAMES = ['question', 'golds', 'score', 'step', 'group', 'prompt', 'times'] as const;

type Name = (typeof NAMES)[number];

/** Why each matters: what cannot be shown or computed without it. */
const CONSEQUENCE: Readonly<Record<Name, string>> = {
  question: 'retrieval cannot be judged against it',
  golds: 'answers cannot be scored',
  score: 'recomputed rewards have nothing to be compared with',
  step: 'no curve over training can be drawn',
  group: 'groups for advantages have to be rebuilt from equal questions',
  prompt: 'what a reward extracts from prompt and response together cannot be seen',
  times: 'how long searches took is not known',
};

/** How containers name what is missing. */
const SAID: Readonly<Record<Name, RegExp>> = {
  question: /\bquestions?\b/,
  golds: /\bgolds?\b|\baccepted answers\b/,
  score: /\bscores?\b/,
  step: /\bsteps?\b/,
  group: /\bgroups?\b/,
  prompt: /\bprompts?\b/,
  times: /\btimes\b/,
};

/** Names under which logs keep how long something took. */
const TIMES = /(?:^|_|\b)(?:ms|time|times|timing|seconds|secs|latency|duration|elapsed)(?:_|\b|$)/i;

/** Different recorded names that are remembered, so that each is looked at once. */
const MOST_NAMES = 1000;

/** Counts what the rollouts of a file do not say. */
export class Absences {
  readonly #missing: Record<Name, number> = {
    question: 0,
    golds: 0,
    score: 0,
    step: 0,
    group: 0,
    prompt: 0,
    times: 0,
  };
  readonly #timeNames = new Map<string, boolean>();
  #documents = 0;
  #untitled = 0;

  add(rollout: Rollout): void {
    const { recorded, turns, segments } = rollout;
    const missing = this.#missing;
    if (rollout.question === null) missing.question++;
    if (rollout.golds.length === 0) missing.golds++;
    if (isUnsaid(recorded['score'])) missing.score++;
    if (isUnsaid(recorded['step'])) missing.step++;
    if (isUnsaid(recorded['group'])) missing.group++;
    if (segments[0]?.by !== 'prompt') missing.prompt++;
    if (!this.#saysTimes(recorded)) missing.times++;
    for (const { documents } of turns) {
      this.#documents += documents.length;
      for (const { title } of documents) if (title === null) this.#untitled++;
    }
  }

  /** What is missing, but for what containers `said` themselves: they know why. */
  lines(rollouts: number, said: readonly LossLine[]): LossLine[] {
    const told = (name: Name): boolean =>
      said.some(({ what, count }) => SAID[name].test(what) && count >= this.#missing[name]);
    const lines = NAMES.filter((name) => this.#missing[name] > 0 && !told(name)).map((name) => {
      const count = this.#missing[name];
      const verb = name === 'golds' || name === 'times' ? 'are' : 'is';
      const where = shareOf(count, rollouts, 'rollout');
      const sentence = `${name} ${verb} absent in ${where}: ${CONSEQUENCE[name]}`;
      return lineOf('absent', name, { count, of: rollouts, unit: 'rollout' }, sentence);
    });
    const counted = { count: this.#untitled, of: this.#documents, unit: 'document' } as const;
    if (counted.count === 0) return lines;
    const where = shareOf(counted.count, counted.of, 'document');
    const sentence = `titles are absent in ${where}: gold documents are told by their text alone`;
    return [...lines, lineOf('absent', 'titles', counted, sentence)];
  }

  #saysTimes(recorded: Rollout['recorded']): boolean {
    for (const name of Object.keys(recorded)) {
      let known = this.#timeNames.get(name);
      if (known === undefined) {
        known = TIMES.test(name);
        if (this.#timeNames.size < MOST_NAMES) this.#timeNames.set(name, known);
      }
      if (known) return true;
    }
    return false;
  }
}

function isUnsaid(value: unknown): boolean {
  return value === undefined || value === null;
}
