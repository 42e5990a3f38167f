import type { Range } from '../../core/trace/model';
import { type PointFeature, touches } from './provider';

/** From where to where, in own-text offsets. */
export interface Target {
  readonly origin: Range;
  readonly target: Range;
  /** What is put under the cursor, inside the target. */
  readonly selection: Range;
}

/** From an answer to the first document that holds it. */
export const answerDefinition: PointFeature<Target> = {
  name: 'definition of an answer',
  at(placed, offset) {
    const { answer, turns } = placed.rollout;
    const found = placed.evidence.answer;
    if (!answer || !found || !touches(answer, offset)) return null;
    const document = turns[found.turn]?.documents[found.document];
    if (!document) return null;
    const [mention] = placed.mentionsInDocument([answer.text], found.turn, found.document);
    return { origin: answer, target: document, selection: mention ?? document };
  },
};

/** From a query to the block with what it brought. */
export const queryDefinition: PointFeature<Target> = {
  name: 'definition of a query',
  at(placed, offset) {
    const search = placed.searches.find(({ range }) => touches(range, offset));
    if (!search?.observation) return null;
    const first = search.documents[0]?.document;
    const { start } = search.observation;
    return { origin: search.range, target: search.observation, selection: first ?? { start, end: start } };
  },
};

/** In order of precedence. */
export const definitions = [answerDefinition, queryDefinition] as const;
