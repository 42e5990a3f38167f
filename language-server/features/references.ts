import type { Range, Segment } from '../../core/trace/model';
import { apart, type PlacedRollout } from '../places/placed-rollout';
import { type PointFeature, touches } from './provider';
import { tagsIn } from './tags';

/** Every place of the response that holds the answer, as own-text ranges in order: documents and the policy's text. */
export const answerReferences: PointFeature<readonly Range[], { readonly includeDeclaration: boolean }> = {
  name: 'references of an answer',
  at(placed, offset, { includeDeclaration }) {
    const { answer } = placed.rollout;
    if (!answer || !touches(answer, offset)) return null;
    const found = placed.rollout.segments
      .filter(({ kind }) => kind !== 'prompt' && kind !== 'notice')
      .flatMap((segment) => mentionsIn(placed, segment, [answer.text]));
    return apart(found).filter(
      (range) => includeDeclaration || range.end <= answer.start || range.start >= answer.end,
    );
  },
};

/** In what was retrieved, titles and texts are looked through apart; in everything else all between the tags. */
function mentionsIn(placed: PlacedRollout, segment: Segment, needles: readonly string[]): readonly Range[] {
  const documents = segment.kind === 'information' ? placed.documentsIn(segment) : [];
  return documents.length > 0
    ? documents.flatMap(({ turn, index }) => placed.mentionsInDocument(needles, turn, index))
    : betweenTags(placed, segment).flatMap((range) => placed.mentions(needles, range));
}

/** A segment without its tags: normalised, a tag would grow together with the word before it. */
function betweenTags(placed: PlacedRollout, segment: Segment): Range[] {
  const ranges: Range[] = [];
  let start = segment.start;
  for (const tag of tagsIn(placed, segment)) {
    ranges.push({ start, end: tag.start });
    start = tag.end;
  }
  return [...ranges, { start, end: segment.end }];
}
