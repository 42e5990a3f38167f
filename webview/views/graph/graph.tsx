import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RolloutGraphView } from '../../../core/protocol/graph';
import type { GraphView } from '../../../core/protocol/panels/graph';
import { announce } from '../../base/announce';
import { reveal } from '../../base/reveal';
import { Failed, Loading } from '../../base/status';
import { useCall } from '../../base/use-call';
import { useViewState } from '../../base/use-view-state';
import type { View, ViewProps } from '../../base/view';
import { Canvas } from './canvas';
import { Details } from './details';
import { EdgeText } from './edge-text';
import { matchingIds, visibleIds } from './filters';
import './graph.css';
import { Legend } from './legend';
import { LeftOut } from './left-out';
import { NodeList } from './node-list';
import { linksOf, rowsOf } from './reading';
import { readState, type GraphState } from './state';
import { Toolbar } from './toolbar';
import { summaryOf } from './words';

/** One rollout as a graph: what was asked, what came back, what that led to and what was answered. */
function Graph({ host, subject, events }: ViewProps<GraphView>) {
  const [state, change] = useViewState(host, readState);
  const [changes, setChanges] = useState(0);
  useEffect(() => events.on('graph/changed', () => setChanges((count) => count + 1)), [events]);
  const { documents } = state;
  const loaded = useCall<RolloutGraphView>(
    ({ signal }) => host.channel.call('graph/load', { documents }, { signal, latest: true }),
    [host, documents, changes],
  );
  if (loaded.state === 'failed') return <Failed message={loaded.message} retry={loaded.retry} />;
  const view = loaded.state === 'ready' ? loaded.value : loaded.stale;
  if (!view)
    return (
      <Loading what="Reading the rollout" cancel={loaded.state === 'loading' ? loaded.cancel : undefined} />
    );
  return (
    <div class="graph">
      <Shown
        view={view}
        state={state}
        change={change}
        busy={loaded.state === 'loading'}
        onOpen={(id) => reveal(host.channel, subject.rollout, view.reveal[id] ?? null)}
      />
    </div>
  );
}

interface ShownProps {
  readonly view: RolloutGraphView;
  readonly state: GraphState;
  readonly change: (part: Partial<GraphState>) => void;
  readonly busy: boolean;
  readonly onOpen: (id: string) => void;
}

function Shown({ view, state, change, busy, onOpen }: ShownProps) {
  const { graph } = view;
  const { goldOnly, usefulOnly, search } = state;
  const [hovered, setHovered] = useState<string | null>(null);
  const rows = useMemo(() => rowsOf(graph), [graph]);
  const visible = useMemo(() => visibleIds(graph, { goldOnly, usefulOnly }), [graph, goldOnly, usefulOnly]);
  const matches = useMemo(() => matchingIds(graph.nodes, search), [graph, search]);
  const seen = useMemo(() => rows.filter(({ node }) => visible.has(node.id)), [rows, visible]);
  const edges = useMemo(
    () => graph.edges.filter(({ from, to }) => visible.has(from) && visible.has(to)),
    [graph, visible],
  );
  const selected = state.selected !== null && visible.has(state.selected) ? state.selected : null;
  const choice = useMemo(
    () => ({ visible, selected, hovered, matches }),
    [visible, selected, hovered, matches],
  );
  const found = matches === null ? null : seen.filter(({ node }) => matches.has(node.id));
  const select = (id: string | null): void => change({ selected: id });
  const focus = hovered ?? selected;
  const row = seen.find(({ node }) => node.id === focus) ?? null;

  const onSearch = (text: string): void => {
    const ids = matchingIds(graph.nodes, text);
    const first = ids && seen.find(({ node }) => ids.has(node.id));
    change({ search: text, ...(first ? { selected: first.node.id } : {}) });
    if (ids) announce(first ? `${ids.size} found: ${first.name}, ${first.node.label}` : 'Nothing found');
  };
  const onNext = (back: boolean): void => {
    if (!found || found.length === 0) return;
    const at = found.findIndex(({ node }) => node.id === selected);
    const next = found[(at + (back ? -1 : 1) + found.length) % found.length];
    if (!next) return;
    select(next.node.id);
    announce(`${next.name}, ${next.node.label}`);
  };

  return (
    <>
      <header>
        <h1>Graph of {graph.id}</h1>
        <p>{summaryOf(graph)}</p>
        <Toolbar
          state={state}
          found={found?.length ?? null}
          change={change}
          onSearch={onSearch}
          onNext={onNext}
        />
        {graph.leftOut ? (
          <LeftOut leftOut={graph.leftOut} busy={busy} onMore={(documents) => change({ documents })} />
        ) : null}
      </header>
      <div class="parts">
        <div class="picture">
          <Canvas
            view={view}
            choice={choice}
            camera={state.camera}
            onCamera={(camera) => change({ camera })}
            onSelect={select}
            onOpen={onOpen}
            onHover={setHovered}
          />
          <Legend />
        </div>
        <NodeList rows={seen} selected={selected} onSelect={select} onOpen={onOpen} />
        <Details
          row={row}
          links={row ? linksOf(row.node.id, edges, seen) : []}
          onSelect={select}
          onOpen={onOpen}
        />
      </div>
      {state.edgesAsText ? <EdgeText edges={edges} rows={seen} onSelect={select} /> : null}
    </>
  );
}

export const graphView: View<GraphView> = { component: Graph, events: ['graph/changed'] };
