import { useEffect, useRef, useState } from 'preact/hooks';
import type { RolloutsView } from '../../../../core/protocol/panels/rollouts';
import type { RolloutDetail } from '../../../../core/protocol/rollout-detail';
import { addressKey } from '../../../../core/protocol/rollout-uri';
import type { Host } from '../../../base/host';
import { reveal } from '../../../base/reveal';
import { Findings } from './findings';
import { Raw } from './raw';
import { Recorded } from './recorded';
import { Reward } from './reward';
import { panelId, tabId, Tabs } from './tabs';
import { Times } from './times';
import { Turns } from './turns';
import { type Section, sectionsOf } from './section-list';

interface SectionsProps {
  readonly host: Host<RolloutsView>;
  readonly detail: RolloutDetail;
}

/** The parts of a rollout, one at a time. The chosen one stays chosen from rollout to rollout. */
export function Sections({ host, detail }: SectionsProps) {
  const [chosen, setChosen] = useState<Section>('turns');
  const [wanted, setWanted] = useState<{ readonly turn: number; readonly asked: number } | null>(null);
  const key = addressKey(detail);
  const asked = useRef(0);
  useEffect(() => setWanted(null), [key]);

  const toTurn = (turn: number): void => {
    asked.current += 1;
    setWanted({ turn, asked: asked.current });
    setChosen('turns');
  };
  const show = (start: number, end = start): void => {
    const { file, index, sample } = detail;
    reveal(host.channel, { file, index, sample }, { start, end });
  };
  const panels: Readonly<Record<Section, () => preact.ComponentChildren>> = {
    turns: () => <Turns key={key} turns={detail.turns} wanted={wanted} />,
    reward: () => <Reward detail={detail} onReveal={show} />,
    findings: () => (
      <Findings
        findings={detail.findings}
        onChoose={({ turn, start, end }) => (turn === null ? show(start, end) : toTurn(turn))}
      />
    ),
    times: () => <Times waterfall={detail.waterfall} onTurn={toTurn} />,
    recorded: () => <Recorded key={key} recorded={detail.recorded} />,
    raw: () => <Raw key={key} host={host} rollout={detail} />,
  };
  return (
    <>
      <Tabs label="Parts of the rollout" tabs={sectionsOf(detail)} chosen={chosen} onChoose={setChosen} />
      <div class="panel" role="tabpanel" id={panelId(chosen)} aria-labelledby={tabId(chosen)} tabIndex={0}>
        {panels[chosen]()}
      </div>
    </>
  );
}
