import type { GraphNode, Occurrence } from '../../../core/graph/rollout/model';
import { whole } from '../../base/words';
import { shown } from '../../chart/series';
import type { Link, Row } from './reading';

interface DetailsProps {
  readonly row: Row | null;
  readonly links: readonly Link[];
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

/** What is known of a node, and where its edges lead. */
export function Details({ row, links, onSelect, onOpen }: DetailsProps) {
  if (!row) {
    return (
      <section class="details" aria-label="Details">
        <p class="quiet">Choose a node to see why it is there. A click or Enter shows it in the rollout.</p>
      </section>
    );
  }
  const { node, name } = row;
  return (
    <section class={isGold(node) ? 'details gold' : 'details'} aria-label="Details">
      <h2>
        {name}{' '}
        <button type="button" class="link" onClick={() => onOpen(node.id)}>
          Show in rollout
        </button>
      </h2>
      <p class="trace">{titleOf(node)}</p>
      <p>{node.reason}</p>
      {node.kind === 'question' && node.golds.length > 0 ? (
        <p>
          Golds: <span class="trace">{node.golds.slice(0, 5).join(' · ')}</span>
        </p>
      ) : null}
      {node.kind === 'document' ? <Document node={node} /> : null}
      {links.length > 0 ? (
        <ul class="links" aria-label="Edges">
          {links.map(({ edge, other, outgoing }) => (
            <li key={edge.id}>
              <span aria-hidden="true">{outgoing ? '→' : '←'}</span>
              <div>
                <span class="sr-only">{outgoing ? 'to ' : 'from '}</span>
                <button type="button" class="link" onClick={() => onSelect(other.node.id)}>
                  {other.name}: {other.node.label}
                </button>
                <div class="quiet">{edge.reason}</div>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** Places of a document that are listed. */
const MOST_PLACES = 6;

function Document({ node }: { readonly node: Extract<GraphNode, { kind: 'document' }> }) {
  const more = node.occurrences.length - MOST_PLACES;
  return (
    <>
      {node.golds.length > 0 ? (
        <p>
          ★ Holds <span class="trace">{node.golds.slice(0, 5).join(' · ')}</span>
        </p>
      ) : null}
      <p class="trace excerpt">{node.excerpt}</p>
      <p class="quiet">
        {whole(node.length)} characters. {node.occurrences.slice(0, MOST_PLACES).map(placeWords).join('; ')}
        {more > 0 ? `; and ${more} more` : ''}.
      </p>
    </>
  );
}

function placeWords({ turn, query, rank, score }: Occurrence): string {
  const scored = score === null ? '' : `, score ${shown(score)}`;
  return `Turn ${turn + 1}, query ${query + 1}: rank ${rank}${scored}`;
}

function titleOf(node: GraphNode): string {
  if (node.kind === 'document') return node.title ?? 'Untitled';
  return node.text ?? node.label;
}

function isGold(node: GraphNode): boolean {
  return node.kind === 'document' && node.gold;
}
