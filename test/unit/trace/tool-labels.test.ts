/** What the executors of tool-calling systems know of each rollout, against what the parsers read. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRolloutFile } from '../../../core/rollouts/open';
import type { Rollout } from '../../../core/trace/model';
import type { ToolLabel, ToolLabelFile } from '../../make/tool-calls/labels';
import { rolloutsOf } from '../support/labelled';
import { expectCovered } from './support';

const root = resolve(import.meta.dirname, '../../..');
const folder = resolve(root, 'test/fixtures/tool-labels');

const files = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(resolve(folder, name), 'utf8')) as ToolLabelFile,
);

describe.each(files.map((file) => ({ name: file.file, file })))('$name', ({ file }) => {
  it('is what it was made as', async () => {
    const opened = await openRolloutFile(resolve(root, file.file));
    expect([opened.container.chosen.id, opened.dialect.chosen.id]).toEqual([file.container, file.dialect]);
    await opened.close();
  });

  it('reads every rollout as it was executed', async () => {
    const rollouts = await rolloutsOf(resolve(root, file.file));
    expect(rollouts.map(read)).toEqual(file.rollouts.map(expected));
    for (const rollout of rollouts) expectCovered(rollout, rollout.text);
  });
});

function expected({ golds, length, runs, turns, answer, score, behaviour }: ToolLabel): unknown {
  return { golds, length, runs, answer, score, turns: turns.map((turn) => ({ ...turn, behaviour })) };
}

function read(rollout: Rollout, at: number): unknown {
  const { text, golds, answer, recorded } = rollout;
  const behaviour = files.find(({ file }) => file.endsWith(rollout.file))?.rollouts[at]?.behaviour;
  const turns = rollout.turns.map((turn) => {
    const cut = rollout.anomalies.find(
      ({ kind, tag, start }) =>
        kind === 'truncated' && tag === null && start >= turn.start && start < turn.end,
    );
    return {
      queries: turn.queries.map((query) => query.text),
      // Behind a cut no reader can tell which document follows.
      documents: turn.documents
        .filter(({ start }) => start < (cut?.start ?? Infinity))
        .flatMap(({ query, title }) => (title === null ? [] : [[query, title]])),
      error: turn.error,
      cut: cut !== undefined,
      behaviour,
    };
  });
  return {
    golds,
    length: text.length,
    runs: runsOf(rollout),
    answer: answer?.text ?? null,
    score: recorded['score'],
    turns,
  };
}

/** Segments joined where the author stays the same. */
function runsOf({ segments }: Rollout): { by: string; start: number; end: number }[] {
  const runs: { by: string; start: number; end: number }[] = [];
  for (const { by, start, end } of segments) {
    const last = runs.at(-1);
    if (last?.by === by) last.end = end;
    else runs.push({ by, start, end });
  }
  return runs;
}
