import { evidenceOf } from '../findings/evidence';
import { Needle } from '../findings/needle';
import type { Evidence, UncheckedRollout } from '../findings/rule';
import { bridgesOf } from './rollout/bridges';
import { type MergedDocument, mergedDocuments } from './rollout/documents';
import { flowEdges, ledToEdges, retrievedEdges, supportEdges } from './rollout/edges';
import { keptOf } from './rollout/kept';
import type { DocumentNode, GraphOptions, RolloutGraph } from './rollout/model';
import { answerNode, answerSought, documentNode, queryNode, questionNode } from './rollout/nodes';

export type * from './rollout/model';

/**
 * One rollout as a graph of its question, queries, documents and answer. Every edge joins two of its nodes; ids are
 * unique. `evidence` is what is known of the rollout already. O(n log n) in the length of the rollout; of long
 * rollouts a part is shown, and `leftOut` says which.
 */
export function rolloutGraph(
  rollout: UncheckedRollout,
  options: GraphOptions = {},
  evidence: Evidence = evidenceOf(rollout),
): RolloutGraph {
  const sought = answerSought(rollout.answer === null ? null : new Needle(rollout.answer.text));
  const documents = mergedDocuments(rollout, evidence, sought);
  const bridges = bridgesOf(rollout, documents);
  const kept = keptOf(rollout, documents, bridges, options);
  const shown = kept.documents.flatMap((index) => shownDocument(documents, index));
  const holding = shown.filter(({ holdsAnswer }) => holdsAnswer).map(({ node }) => node.id);
  const brought = broughtByQuery(documents);
  const answer = answerNode(rollout, evidence, {
    sought: sought !== null,
    holding: documents.filter(({ holdsAnswer }) => holdsAnswer).length,
    documents: documents.length,
  });
  const nodes = shown.map(({ node }) => node);
  return {
    id: rollout.id,
    nodes: [
      questionNode(rollout, evidence),
      ...kept.queries.flatMap((placed) => {
        const turn = rollout.turns[placed.turn];
        const counts = brought.get(`${placed.turn}.${placed.number}`) ?? { documents: 0, golds: 0 };
        return turn ? [queryNode(placed, counts, turn)] : [];
      }),
      ...nodes,
      answer,
    ],
    edges: [
      ...flowEdges(kept, answer),
      ...retrievedEdges(rollout, kept, nodes),
      ...ledToEdges(bridges, new Map(shown.map(({ index, node }) => [index, node.id])), kept),
      ...supportEdges(holding),
    ],
    leftOut: kept.leftOut,
  };
}

function shownDocument(
  documents: readonly MergedDocument[],
  index: number,
): { readonly index: number; readonly node: DocumentNode; readonly holdsAnswer: boolean }[] {
  const document = documents[index];
  const node = document && documentNode(document);
  return node ? [{ index, node, holdsAnswer: document.holdsAnswer }] : [];
}

/** How many documents came back for each query, and how many of them hold a gold; each passage counts once. */
function broughtByQuery(
  documents: readonly MergedDocument[],
): ReadonlyMap<string, { readonly documents: number; readonly golds: number }> {
  const counts = new Map<string, { documents: number; golds: number }>();
  for (const { occurrences } of documents) {
    const goldByQuery = new Map<string, boolean>();
    for (const { turn, query, gold } of occurrences) {
      const key = `${turn}.${query}`;
      goldByQuery.set(key, gold || goldByQuery.get(key) === true);
    }
    for (const [key, gold] of goldByQuery) {
      const known = counts.get(key) ?? { documents: 0, golds: 0 };
      counts.set(key, { documents: known.documents + 1, golds: known.golds + (gold ? 1 : 0) });
    }
  }
  return counts;
}
