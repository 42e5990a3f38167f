import type { Policy } from '../policy';
import type { Random } from '../random';
import { questions, type Question } from '../world/questions';
import { good } from './good';
import { habits } from './habits';
import { policies } from './policies';
import { tagFaults } from './tags';

/** One training step: its questions, and how many rollouts each is given. */
export interface Step {
  readonly step: number;
  readonly groupSize: number;
  readonly questions: readonly string[];
  /** Which share of the rollouts, in per cent, is played by policies that do nothing wrong. */
  readonly goodShare: number;
  /** How often, in per cent, a policy that may answer either way answers right. */
  readonly skill: number;
  readonly maxObservationTokens: number;
  readonly seed: number;
}

export const steps: readonly Step[] = [
  {
    step: 1,
    groupSize: 5,
    questions: ['q03', 'q07', 'q13', 'q15', 'q22', 'q28', 'q37', 'q43', 'q58', 'q62', 'q63', 'q64'],
    goodShare: 0,
    skill: 35,
    maxObservationTokens: 226,
    seed: 101,
  },
  {
    step: 20,
    groupSize: 5,
    questions: ['q05', 'q09', 'q14', 'q17', 'q22', 'q26', 'q33', 'q38', 'q46', 'q52', 'q56', 'q62'],
    goodShare: 45,
    skill: 60,
    maxObservationTokens: 236,
    seed: 120,
  },
  {
    step: 40,
    groupSize: 4,
    questions: ['q02', 'q11', 'q13', 'q18', 'q23', 'q28', 'q35', 'q40', 'q48', 'q54', 'q57', 'q59'],
    goodShare: 80,
    skill: 85,
    maxObservationTokens: 300,
    seed: 140,
  },
];

const poor = [...tagFaults, ...habits];

/** The policy that fits the fewest questions. */
function narrowest(candidates: readonly Policy[]): Policy {
  const width = (policy: Policy): number => questions.filter((question) => policy.fits(question)).length;
  const [first] = [...candidates].sort((a, b) => width(a) - width(b));
  if (!first) throw new Error('no policy left');
  return first;
}

/**
 * Deals policies to the rollouts of a step, no poor policy twice in a group. Before any policy comes up a second time all
 * of its kind have had a turn, so a step whose rollouts are mostly poor holds every fault.
 */
export function deal(step: Step, random: Random): { question: Question; policies: Policy[] }[] {
  const hands = step.questions.map((id) => {
    const question = questions.find((candidate) => candidate.id === id);
    if (!question) throw new Error(`no question ${id}`);
    return { question, policies: [] as Policy[] };
  });
  const used = new Map<Policy, number>(policies.map((policy) => [policy, 0]));
  for (let round = 0; round < step.groupSize; round++) {
    for (const hand of random.shuffle(hands)) {
      const kind =
        random.below(100) < step.goodShare ? good : round === 0 && step.goodShare === 0 ? policies : poor;
      const free = kind.filter(
        (policy) => policy.fits(hand.question) && (kind === good || !hand.policies.includes(policy)),
      );
      const least = Math.min(...free.map((policy) => used.get(policy) ?? 0));
      const fresh = free.filter((candidate) => used.get(candidate) === least);
      const policy = kind === policies ? narrowest(fresh) : random.pick(fresh);
      used.set(policy, least + 1);
      hand.policies.push(policy);
    }
  }
  return hands;
}
