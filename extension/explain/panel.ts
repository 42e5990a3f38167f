import * as vscode from 'vscode';
import { isObject } from '../../core/json';
import { type Counters, moneyOf, type Prices, readPrices } from '../../core/agent/cost';
import type { Explained, ExplainView, TotalHere } from '../../core/protocol/panels/explain';
import { addressKey, readAddress, rolloutName } from '../../core/protocol/rollout-uri';
import type { App } from '../app';
import type { PanelKind } from '../panels/kind';
import type { Panel } from '../panels/panel';
import { fileOf, sameUri } from '../rollout-view/address';
import { setting } from '../settings';
import type { ModelCounters } from './counters';
import { readyModel } from './endpoint';
import { Explanation } from './explanation';
import { keptOf } from './kept';
import type { KeptAnswers } from './kept-answers';
import type { ModelMemory } from './memory';

/** What the panels of explanations share. */
export interface ExplainServices {
  readonly memory: ModelMemory;
  readonly counters: ModelCounters;
  readonly kept: KeptAnswers;
  /** The explanations whose panels are open, by the key of their panel. */
  readonly open: Map<string, Explanation>;
  readonly setEndpoint: () => Promise<void>;
}

/** The panel in which a model explains a rollout: one a rollout. */
export function explainPanel(services: ExplainServices): PanelKind<ExplainView> {
  return {
    view: 'explain',
    title: ({ rollout }) => vscode.l10n.t('Explain {0}', rolloutName(rollout)),
    key: ({ rollout }) => addressKey(rollout),
    readSubject,
    handlers(app, panel) {
      const explanation = explanationFor(app, panel, services);
      const { counters, setEndpoint } = services;
      panel.life.add(counters.onDidChange(() => panel.tell('explain/changed', null)));
      return {
        'explain/load': () => Promise.resolve(explainedOf(explanation, counters)),
        'explain/ask': async () => {
          await app.report.command(vscode.l10n.t('Explain Rollout'), async () => {
            const ready = await readyModel(app, services.memory);
            app.report.start('explain', () => explanation.ask(ready));
          });
        },
        'explain/stop': () => Promise.resolve(explanation.stop()),
        'explain/setEndpoint': async () => {
          await app.report.command(vscode.l10n.t('Set Model Endpoint'), setEndpoint);
        },
        'explain/showLog': () => Promise.resolve(app.log.show()),
        'explain/resetCounters': () => counters.reset(),
      };
    },
  };
}

/** The explanation of a panel, with what an earlier window kept of it; it ends with the panel. */
function explanationFor(
  app: App,
  panel: Panel<ExplainView>,
  { counters, kept, open }: ExplainServices,
): Explanation {
  const { rollout } = panel.subject;
  const key = addressKey(rollout);
  const before = kept.get(key);
  const explanation = new Explanation(
    app,
    rollout,
    {
      changed: () => {
        panel.tell('explain/changed', null);
        if (open.get(key) !== explanation || explanation.state.keptFrom !== null) return;
        const over = keptOf(key, explainedOf(explanation, counters), new Date());
        if (over) app.report.start('keep an answer', () => kept.keep(over));
      },
      arrived: (arrival) => panel.tell('explain/arrived', arrival),
      spent: (spent) => app.report.start('count tokens', () => counters.add(spent)),
    },
    before,
  );
  open.set(key, explanation);
  panel.life.add({
    dispose: () => {
      open.delete(key);
      explanation.stop();
      app.report.start('forget an answer', () => kept.forget(key));
    },
  });
  const look = (): void => app.report.start('find turns', () => explanation.lookAgain());
  panel.life.add(
    app.server.onDidChangeFile((file) => {
      if (!explanation.empty && sameUri(file, fileOf(rollout))) look();
    }),
  );
  if (before) look();
  return explanation;
}

function explainedOf(explanation: Explanation, counters: ModelCounters): Explained {
  const prices = readPrices(setting('model.prices'));
  const { spent, ...state } = explanation.state;
  return {
    ...state,
    spent: spent && { ...spent, money: moneyOf(spent, prices) },
    session: priced(counters.session, prices),
    totals: priced(counters.totals, prices),
  };
}

function priced(counters: Counters, prices: Prices): readonly TotalHere[] {
  return counters.map((total) => ({ ...total, money: moneyOf(total, prices) }));
}

function readSubject(value: unknown): ExplainView['subject'] | null {
  const rollout = isObject(value) ? readAddress(value['rollout']) : null;
  return rollout && { rollout };
}
