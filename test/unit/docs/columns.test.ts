import { expect, it } from 'vitest';
import { columns } from '../../../core/store/columns';
import { firstCells, read, section } from './pages';

it('the page of the Rollouts editor has the columns that there are, with what is said of them', () => {
  const table = section(read('docs/rollouts-editor.md'), '## Columns');
  expect(firstCells(table).slice(1)).toEqual(columns.map(({ id }) => id));
  for (const { kind, explanation } of columns) expect(table).toContain(`| ${kind} | ${explanation} |`);
});
