import type { GraphEdge } from '../../../core/graph/rollout/model';
import { whole } from '../../base/words';
import { sortedEdges, type Row } from './reading';

interface EdgeTextProps {
  readonly edges: readonly GraphEdge[];
  readonly rows: readonly Row[];
  readonly onSelect: (id: string) => void;
}

/** Every edge as a line of text, in reading order. */
export function EdgeText({ edges, rows, onSelect }: EdgeTextProps) {
  const sorted = sortedEdges(edges, rows);
  const end = ({ node, name }: Row) => (
    <button type="button" class="link" onClick={() => onSelect(node.id)}>
      {name}: {node.label}
    </button>
  );
  return (
    <section class="edge-text">
      <h2>{sorted.length === 1 ? '1 edge' : `${whole(sorted.length)} edges`}</h2>
      <div class="table-box" tabIndex={0} role="region" aria-label="Edges as text">
        <table>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Edge</th>
              <th scope="col">To</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ edge, from, to }) => (
              <tr key={edge.id}>
                <td>{end(from)}</td>
                <td>{edge.label}</td>
                <td>{end(to)}</td>
                <td class="quiet">{edge.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
