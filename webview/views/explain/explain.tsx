import { useEffect } from 'preact/hooks';
import type { Explained, ExplainView } from '../../../core/protocol/panels/explain';
import { announce } from '../../base/announce';
import { reveal } from '../../base/reveal';
import { Empty, Failed, Loading } from '../../base/status';
import { useViewState } from '../../base/use-view-state';
import type { View, ViewProps } from '../../base/view';
import { whole } from '../../base/words';
import { Answer } from './answer';
import { Counters } from './counters';
import './explain.css';
import { Outcome } from './outcome';
import { isRunning, Progress } from './progress';
import { Sent } from './sent';
import { readOpened } from './state';
import { useExplained } from './use-explained';
import { announcement } from './words';

type Action = Exclude<keyof ExplainView['toHost'], 'explain/load'>;

/** A rollout, explained by a model. */
function Explain({ host, subject, events }: ViewProps<ExplainView>) {
  const { shown, failed, load } = useExplained({ host, events });
  const [opened, change] = useViewState(host, readOpened);
  const explained = shown?.explained;
  const said = explained ? announcement(explained) : null;
  const { phase } = explained ?? {};
  useEffect(() => {
    if (said !== null) announce(said);
    // A phase is told once; the time in its words changes with every load.
  }, [explained?.run, phase?.kind, phase?.kind === 'waiting' ? phase.attempt : 0]);

  const run = (name: Action) => () => {
    // The extension shows what goes wrong, and tells when something changed.
    host.channel.call(name, null, { timeout: Infinity }).catch(() => undefined);
  };
  const actions = {
    ask: run('explain/ask'),
    stop: run('explain/stop'),
    setEndpoint: run('explain/setEndpoint'),
    showLog: run('explain/showLog'),
  };

  if (!shown || !explained) {
    return failed === null ? <Loading what="Loading" /> : <Failed message={failed} retry={load} />;
  }
  if (explained.phase.kind === 'none') return <Nothing ask={actions.ask} />;
  const { text, reasoning, turns, sent } = explained;
  const onTurn = (turn: number): void => {
    const range = turns[turn - 1];
    if (range) reveal(host.channel, subject.rollout, range);
  };
  return (
    <div class="explain">
      <header>
        <div class="toolbar">
          <h1>Why {explained.id ?? 'this rollout'} got its reward</h1>
          {isRunning(explained) ? (
            <vscode-button appearance="secondary" onClick={actions.stop}>
              Stop
            </vscode-button>
          ) : (
            <vscode-button appearance="secondary" onClick={actions.ask}>
              Ask Again
            </vscode-button>
          )}
        </div>
        <p class="quiet">{byWhom(explained)}</p>
      </header>
      <Progress shown={shown} />
      {reasoning === '' ? null : (
        <details
          class="thoughts"
          open={opened.thoughts}
          onToggle={(event) => change({ thoughts: event.currentTarget.open })}
        >
          <summary>
            Thoughts of the model <span class="quiet">{whole(reasoning.length)} characters</span>
          </summary>
          <p class="trace">{reasoning}</p>
        </details>
      )}
      <section aria-label="Answer" aria-busy={isRunning(explained)}>
        <Answer text={text} turns={turns.length} onTurn={onTurn} />
      </section>
      <Outcome explained={explained} actions={actions} />
      {sent ? <Sent sent={sent} open={opened.sent} onOpen={(open) => change({ sent: open })} /> : null}
      <Counters
        explained={explained}
        open={opened.counters}
        onOpen={(open) => change({ counters: open })}
        onReset={run('explain/resetCounters')}
      />
    </div>
  );
}

/** Who says so, and that nobody vouches for it. */
function byWhom({ model, endpoint, keptFrom }: Explained): string {
  const when = keptFrom === null ? '' : `, ${new Date(keptFrom).toLocaleString()}`;
  return `${model ?? 'A model'} at ${endpoint ?? 'an endpoint'}${when}. An opinion: check it against the turns it names.`;
}

function Nothing({ ask }: { readonly ask: () => void }) {
  return (
    <Empty>
      <h1>Nothing was asked yet</h1>
      <p>
        A model reads this rollout and says why it got its reward, and what to change. The answer of an
        earlier window was not kept, or none had come. Nothing is sent before you ask.
      </p>
      <vscode-button onClick={ask}>Ask the Model</vscode-button>
    </Empty>
  );
}

export const explainView: View<ExplainView> = {
  component: Explain,
  events: ['explain/changed', 'explain/arrived'],
};
