import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRolloutFile } from '../../../../core/rollouts/open';
import { RolloutPositions } from '../../../../core/rollouts/positions';
import type { Entry } from '../../../../core/rollouts/rollout-file';
import type { LogLabels } from '../../../make/search-r1/stdout';
import { entriesOf, opened } from '../../rollouts/opened';

const root = new URL('../../../../', import.meta.url).pathname;
const labels = JSON.parse(
  readFileSync(join(root, 'test/fixtures/log-labels/search-r1.log.json'), 'utf8'),
) as LogLabels;
const bytes = readFileSync(join(root, labels.file));

const digest = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16);

/** What the training knows of each printed rollout, and what was read of it. */
function pairs(entries: readonly Entry[]) {
  return labels.rollouts.map((label) => ({ label, rollout: entries[label.index]?.rollouts[0] }));
}

describe('the generated log of a training', () => {
  it('gives back every printed text, whatever came between its lines', async () => {
    const file = await openRolloutFile(join(root, labels.file));
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['search-r1-log', 'search-r1']);
    const entries = await entriesOf(file);
    await file.close();
    const { rollouts, metrics, validations } = labels;
    expect(entries).toHaveLength(rollouts.length + metrics.length + validations.length);
    expect(entries.filter(({ fault }) => fault !== null)).toEqual([]);
    for (const { label, rollout } of pairs(entries)) {
      expect(rollout?.text.length).toBe(label.length);
      expect(digest(rollout?.text ?? '')).toBe(label.digest);
      expect(rollout?.question).toBe(label.question);
      expect(rollout?.answer?.text ?? null).toBe(label.answer);
      expect(rollout?.golds).toEqual(label.printed === 'sample' ? label.golds : []);
      expect(rollout?.recorded['step']).toBe(label.step ?? undefined);
      if (label.printed === 'sample') expect(rollout?.recorded['extracted']).toBe(label.extracted);
      const searched = rollout?.turns
        .filter(({ observation }) => observation)
        .flatMap(({ queries }) => queries);
      expect(searched?.map(({ text }) => text)).toEqual(label.searches.map(({ query }) => query));
    }
  });

  it('finds metrics where the labels say', async () => {
    const entries = await entriesOf(await opened('x.log', bytes));
    for (const { index, step, values, score } of labels.metrics) {
      const { measured } = entries[index] ?? {};
      expect(measured?.step).toBe(step);
      expect(Object.keys(measured?.values ?? {})).toHaveLength(values);
      expect(measured?.values['critic/score/mean']).toBe(score);
      expect(measured?.values['actor/lr']).toBe(1e-6);
    }
    for (const { index, values } of labels.validations)
      expect(entries[index]?.measured).toEqual({ step: null, values });
  });

  it('maps every line of a text to where it stands behind its prefix', async () => {
    const file = await opened('x.log', bytes);
    const lines = bytes.toString('utf8').split('\n');
    for (const { rollout } of pairs(await entriesOf(file))) {
      const record = rollout && (await file.recordAt(rollout.index));
      if (!record) throw new Error('a rollout without its record');
      const positions = new RolloutPositions(record, rollout);
      for (let at = rollout.text.indexOf('\n'); at >= 0; at = rollout.text.indexOf('\n', at + 1)) {
        const { line, character } = positions.toFile(at + 1);
        const wanted = rollout.text.slice(at + 1, at + 9).split('\n')[0] ?? '';
        expect(lines[line]?.slice(character, character + wanted.length)).toBe(wanted);
        expect(positions.toOwn({ line, character })).toBe(at + 1);
      }
    }
  });

  it('reads one record like all of them, from any of them on', async () => {
    const all = await entriesOf(await opened('x.log', bytes));
    for (const at of [1, 4, 5, 9]) {
      const fresh = await opened('x.log', bytes);
      expect((await fresh.entryAt(at))?.rollouts).toEqual(all[at]?.rollouts);
      expect((await entriesOf(fresh, at)).map(({ place }) => place)).toEqual(
        all.slice(at).map(({ place }) => place),
      );
    }
  });

  it('reads as well with CRLF line ends', async () => {
    const crlf = await entriesOf(await opened('x.log', bytes.toString('utf8').replaceAll('\n', '\r\n')));
    const plain = await entriesOf(await opened('x.log', bytes));
    expect(crlf.map(({ rollouts }) => rollouts[0]?.text)).toEqual(
      plain.map(({ rollouts }) => rollouts[0]?.text),
    );
    expect(crlf.map(({ measured }) => measured)).toEqual(plain.map(({ measured }) => measured));
  });
});
