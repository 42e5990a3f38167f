import { segmentAt } from '../findings/places';
import { quote } from '../findings/words';
import type { Segment } from '../trace/model';
import type { ScoredRollout } from './component';
import { answersIn, type OfficialAnswer } from './official-answer';

/**
 * Says as a clause how the Search-R1 family came by its answer: whose text it is, or why there is none although the
 * text may hold one.
 */
export function answerSaid(rollout: ScoredRollout, answer: OfficialAnswer | null, minimum: number): string {
  if (answer === null) return missingSaid(rollout, minimum);
  const segment = segmentAt(rollout, answer.start);
  return `extracted ${quote(answer.text)}${sourceSaid(segment)}`;
}

function sourceSaid(segment: Segment | null): string {
  if (segment?.by === 'prompt')
    return ': it is the example answer of the prompt, since the rollout wrote no complete answer';
  if (segment?.by === 'environment') {
    return segment.kind === 'information'
      ? ': it stands in a retrieved document, after every answer of the rollout'
      : ': words of the environment’s notice, since no answer follows it';
  }
  return ', the last answer of the rollout';
}

function missingSaid({ text, segments }: ScoredRollout, minimum: number): string {
  const { count, last } = answersIn(text);
  if (last === null || count >= minimum)
    return 'no answer was extracted: the text holds no <answer>…</answer>';
  const prompt = segments[0]?.kind === 'prompt';
  const why = prompt
    ? `and the reward wants ${minimum}, taking the first for examples of the prompt`
    : `and the reward wants ${minimum}, because it expects the prompt’s examples in front; this text has no prompt`;
  return `no answer was extracted: ${quote(last.text)} is the only <answer>…</answer>, ${why}`;
}
