import { expect, it } from 'vitest';
import type { Filter, GroupsPage, GroupsParams, StoreView } from '../../../../core/protocol/store';
import { groupCell, groupFilter, groupLoader } from '../../../../webview/views/rollouts/groups/group-rows';
import { RowSource } from '../../../../webview/views/rollouts/table/row-source';

const TOTAL = 100_000;
const VIEW: StoreView = { filter: null, sort: [{ column: 'score', descending: true }] };
const filterOf = (n: number): Filter => ({ kind: 'compare', column: 'question', op: '=', value: `q${n}` });

/** Lets promises that are settled be heard of. */
const heard = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('any number of groups are rows by position: only pages in sight are asked for, each of the same order', async () => {
  const asked: GroupsParams[] = [];
  const answer = (params: GroupsParams): GroupsPage => ({
    generation: 1,
    snapshot: 'g1',
    total: TOTAL,
    groups: Array.from({ length: Math.min(params.count, TOTAL - params.from) }, (_, at) => ({
      key: params.from + at === 0 ? null : `q${params.from + at}`,
      filter: filterOf(params.from + at),
      rollouts: 8,
      score: 0.5,
      spread: 0,
      em: null,
      searches: 1,
      findings: 2,
    })),
  });
  const channel = {
    call: (method: string, params: GroupsParams): Promise<GroupsPage> => {
      expect(method).toBe('rollouts/groups');
      asked.push(params);
      return Promise.resolve(answer(params));
    },
  };
  const source = new RowSource(groupLoader({ channel } as never, 'question'), () => undefined);
  source.choose(['key', 'rollouts', 'em', 'filter']);
  source.show(VIEW);
  await heard();
  expect(source.rows).toBe(TOTAL);
  expect(groupCell(source.row(0), 'key')).toBeNull();
  source.want({ from: TOTAL - 30, to: TOTAL });
  await heard();
  const last = source.row(TOTAL - 1);
  expect([groupCell(last, 'key'), groupCell(last, 'rollouts'), groupCell(last, 'em')]).toEqual([
    `q${TOTAL - 1}`,
    8,
    null,
  ]);
  expect(last && groupFilter(last)).toEqual(filterOf(TOTAL - 1));
  expect(source.row(TOTAL / 2)).toBeUndefined();
  expect(groupCell(source.row(TOTAL / 2), 'key')).toBeUndefined();
  expect(asked[0]).toMatchObject({
    by: 'question',
    filter: null,
    sort: { by: 'score', descending: true },
    snapshot: null,
    from: 0,
  });
  expect(asked.slice(1).every(({ snapshot }) => snapshot === 'g1')).toBe(true);
  expect(asked.length).toBeLessThan(6);
  source.close();
});
