import type { Range } from '../../core/trace/model';
import type { PlacedRollout } from '../places/placed-rollout';
import { type PointFeature, touches } from './provider';

/** Every place of the response that holds the answer, as own-text ranges in order: documents and the policy's text. */
export const answerReferences: PointFeature<readonly Range[], { readonly includeDeclaration: boolean }> = {
  name: 'references of an answer',
  at(placed, offset, { includeDeclaration }) {
    const { answer } = placed.rollout;
    if (!answer || !touches(answer, offset)) return null;
    return responseSegments(placed)
      .flatMap((segment) => placed.mentions([answer.text], segment))
      .filter((range) => includeDeclaration || range.end <= answer.start || range.start >= answer.end);
  },
};

function responseSegments({ rollout }: PlacedRollout): readonly Range[] {
  return rollout.segments.filter(({ kind }) => kind !== 'prompt' && kind !== 'notice');
}
