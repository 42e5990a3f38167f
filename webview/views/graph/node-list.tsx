import { List } from '../../base/list';
import { nodeLook } from './looks';
import type { Row } from './reading';

interface NodeListProps {
  readonly rows: readonly Row[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

/** The graph in reading order, for keyboards and screen readers: each query with the documents it brought first. */
export function NodeList({ rows, selected, onSelect, onOpen }: NodeListProps) {
  return (
    <List
      label="Nodes in reading order"
      items={rows}
      keyOf={({ node }) => node.id}
      selected={selected}
      onSelect={({ node }) => onSelect(node.id)}
      onOpen={({ node }) => onOpen(node.id)}
      openOnClick
      levelOf={({ level }) => level}
    >
      {(row) => (
        <div class={`node level-${row.level} ${row.node.kind}`}>
          <span class={`mark ${nodeLook(row.node).role}`} aria-hidden="true">
            {nodeLook(row.node).mark}
          </span>
          <span class="words">
            <span class="sr-only">{kindOf(row)} </span>
            {row.node.kind === 'document' && row.node.gold ? <span aria-hidden="true">★ </span> : null}
            {row.node.label}
          </span>
        </div>
      )}
    </List>
  );
}

/** What the mark says to those who see it: "Document, rank 2, gold:" */
function kindOf({ node, name }: Row): string {
  if (node.kind === 'document') return `${name}, rank ${node.rank}${node.gold ? ', gold' : ''}:`;
  if (node.kind === 'answer' && node.correct !== null) return `${name}, ${node.correct ? 'right' : 'wrong'}:`;
  return `${name}:`;
}
