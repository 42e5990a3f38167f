import { Ajv2020 } from 'ajv/dist/2020';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { publishRollout } from '../../../core/rollouts/publish';
import { entriesOf, opened } from './opened';

const REACT =
  'Question: q\nThought 1: x\nAction 1: Lookup[river]\nObservation 1: y\nAction 2: Reflect[right]\nObservation 2: Answer is CORRECT\n';
const TAGS = '<think>x</think><search>river</search>\n\n<information>y</information>\n\n<answer>z</answer>';

it('publishes what asked, and marks, by the published schema', async () => {
  const schema = JSON.parse(await readFile('docs/schema/rollout.schema.json', 'utf8')) as object;
  const validate = new Ajv2020({ allowUnionTypes: true, strictTypes: false }).compile(schema);
  const [entry] = await entriesOf(await opened('a.txt', REACT));
  const [rollout] = entry?.rollouts ?? [];
  if (!rollout) throw new Error('no rollout was read');
  const published = publishRollout(rollout);
  expect(published.turns[0]?.queries).toEqual([{ text: 'river', mode: null, operator: 'Lookup' }]);
  const right = REACT.indexOf('right');
  const verdict = REACT.indexOf('Answer is');
  expect(published.marks).toEqual([
    { kind: 'reflection', text: 'right', start: right, end: right + 5 },
    { kind: 'verdict', text: 'Answer is CORRECT', start: verdict, end: verdict + 17 },
  ]);
  expect(validate(JSON.parse(JSON.stringify(published)))).toBe(true);
});

it('leaves them out where a dialect has none', async () => {
  const [entry] = await entriesOf(await opened('a.txt', TAGS));
  const [rollout] = entry?.rollouts ?? [];
  if (!rollout) throw new Error('no rollout was read');
  const published = publishRollout(rollout);
  expect(published).not.toHaveProperty('marks');
  expect(published.turns[0]?.queries).toEqual([{ text: 'river', mode: null }]);
});
