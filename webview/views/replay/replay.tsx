import { useEffect, useState } from 'preact/hooks';
import type { ReplayOutcome, ReplayView } from '../../../core/protocol/panels/replay';
import { announce } from '../../base/announce';
import { reveal } from '../../base/reveal';
import { Empty, Failed, Loading } from '../../base/status';
import { useCall } from '../../base/use-call';
import { useViewState } from '../../base/use-view-state';
import type { View, ViewProps } from '../../base/view';
import { Comparison } from './comparison';
import { QueryForm } from './query-form';
import './replay.css';
import { readState, type Try } from './state';
import { Tries } from './tries';
import { summaryOf } from './words';

/** Milliseconds that a search may take: the first on a large index reads much of it. */
const LONGEST_MS = 120_000;

/** A search as it was recorded, beside what an index answers now. */
function Replay({ host, subject, events }: ViewProps<ReplayView>) {
  const [state, change] = useViewState(host, (stored) => readState(stored, subject));
  const [indexes, setIndexes] = useState(0);
  useEffect(() => events.on('replay/indexChanged', () => setIndexes((count) => count + 1)), [events]);
  const { turn, query, text, topK } = state;

  const outcome = useCall<ReplayOutcome>(
    ({ signal }) =>
      host.channel.call(
        'replay/run',
        { turn, query, text, topK },
        { signal, latest: true, timeout: LONGEST_MS },
      ),
    [host, turn, query, text, topK, indexes],
  );
  const shown = outcome.state === 'ready' ? outcome.value : outcome.stale;
  const replay = shown?.kind === 'replayed' ? shown.replay : null;

  useEffect(() => {
    if (outcome.state !== 'ready' || outcome.value.kind !== 'replayed') return;
    const found = outcome.value.replay;
    announce(summaryOf(found.goldRankRecorded, found.goldRankReplayed));
    const tried: Try = { text: found.query, goldRank: found.goldRankReplayed, overlap: found.overlap };
    const others = state.tries.filter((each) => each.text !== tried.text);
    change({ tries: [...others, tried].slice(-MOST_TRIES) });
  }, [outcome.state === 'ready' ? outcome.value : null]);

  const ask = (name: 'replay/chooseIndex' | 'replay/buildIndex') => () => {
    // The extension shows what went wrong, and tells when another index is there.
    host.channel.call(name, null, { timeout: Infinity }).catch(() => undefined);
  };

  if (shown?.kind === 'no index')
    return <NoIndex choose={ask('replay/chooseIndex')} build={ask('replay/buildIndex')} />;
  if (!replay) {
    return outcome.state === 'failed' ? (
      <div>
        <Failed message={outcome.message} retry={outcome.retry} />
        <p class="centred">
          <vscode-button appearance="secondary" onClick={ask('replay/chooseIndex')}>
            Choose Another Index
          </vscode-button>
        </p>
      </div>
    ) : (
      <Loading what="Searching" cancel={outcome.state === 'loading' ? outcome.cancel : undefined} />
    );
  }
  return (
    <div class="replay">
      <QueryForm
        key={`${turn}.${query}`}
        replay={replay}
        place={{ turn, query }}
        busy={outcome.state === 'loading'}
        onPlace={(place) => change({ ...place, text: null, topK: null, tries: [] })}
        onRun={(next, count) => {
          change({ text: next === replay.recordedQuery ? null : next, topK: count });
          if (outcome.state !== 'loading' && next === replay.query && count === replay.topK) outcome.retry();
        }}
        onChooseIndex={ask('replay/chooseIndex')}
      />
      {outcome.state === 'failed' ? <Failed message={outcome.message} retry={outcome.retry} /> : null}
      <Comparison replay={replay} onReveal={(range) => reveal(host.channel, subject.rollout, range)} />
      <Tries tries={state.tries} current={replay.query} onTry={(again) => change({ text: again })} />
    </div>
  );
}

/** Queries that are remembered. */
const MOST_TRIES = 8;

function NoIndex({ choose, build }: { readonly choose: () => void; readonly build: () => void }) {
  return (
    <Empty>
      <h1>No index yet</h1>
      <p>
        A search is replayed on an index of your corpus: JSON or JSONL passages with a title and a text.
        Building one takes seconds for thousands of passages, and it stays on this machine.
      </p>
      <vscode-button onClick={build}>Build an Index…</vscode-button>
      <vscode-button appearance="secondary" onClick={choose}>
        Open an Index…
      </vscode-button>
    </Empty>
  );
}

export const replayView: View<ReplayView> = { component: Replay, events: ['replay/indexChanged'] };
