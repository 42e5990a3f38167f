import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { components } from '../../../core/reward/components';
import { AUTO, defaultProfile, profileNamed, profiles } from '../../../core/reward/profiles';
import { differ, recordedScore } from '../../../core/reward/recorded';
import { scoreOf, scorerOf } from '../../../core/reward/score';
import { dialects } from '../../../core/trace/dialects';
import { labelFiles, rolloutsOf } from '../support/labelled';
import { GOOD, PROMPT, scored } from './scored';
import { cpuTime } from '../cpu-time';

const root = resolve(import.meta.dirname, '../../..');

describe('the registries', () => {
  it('have unique ids, components that are listed, and known dialects', () => {
    const ids = profiles.map(({ id }) => id);
    expect(new Set([...ids, AUTO]).size).toBe(ids.length + 1);
    expect(new Set(components.map(({ name }) => name)).size).toBe(components.length);
    for (const profile of profiles) {
      for (const { component } of profile.components) expect(components).toContain(component);
      for (const id of profile.dialects) expect(dialects.map((dialect) => dialect.id)).toContain(id);
      expect(profile.explanation).toMatch(/\.$/);
    }
  });

  it('name the known profiles where there is none of that name', () => {
    expect(() => profileNamed('nope')).toThrow(/no reward profile "nope"; known are auto, search-r1, /);
    expect(() => scorerOf('nope')).toThrow(/nope/);
  });

  it('choose by dialect', () => {
    expect(defaultProfile({ dialect: 'search-r1' })?.id).toBe('search-r1');
    expect(defaultProfile({ dialect: 'plain' })).toBeNull();
    expect(scorerOf(AUTO)(scored('', GOOD, ['x'], 'plain'))).toEqual({
      profile: null,
      total: null,
      reason: 'no reward profile is known for rollouts of the dialect plain; name one',
      components: [],
      answer: null,
      em: null,
      f1: null,
    });
  });
});

it('rewards of the generated runs are those that their trainer recorded', async () => {
  const files = labelFiles().filter(({ file }) => /search-r1\/step_/.test(file));
  expect(files).toHaveLength(3);
  for (const { file, rollouts: labels } of files) {
    const rollouts = await rolloutsOf(resolve(root, file));
    const scores = rollouts.map((rollout) => scoreOf(rollout));
    expect(scores.map(({ total }) => total)).toEqual(labels.map(({ score }) => score));
    expect(scores.map(({ answer }) => answer)).toEqual(labels.map(({ extracted }) => extracted));
    expect(rollouts.map(({ recorded }) => recordedScore(recorded))).toEqual(labels.map(({ score }) => score));
  }
});

describe('recorded scores', () => {
  it.each([
    [{ score: 0.5, reward: 1 }, 0.5],
    [{ score: 'n/a', reward: '-1.5' }, -1.5],
    [{ reward: true }, 1],
    [{ score: NaN, reward: 2 }, 2],
    [{ score: Infinity }, null],
    [{}, null],
  ])('of %j are %s', (recorded, expected) => {
    expect(recordedScore(recorded)).toBe(expected);
  });

  it('differ beyond what 32 bits round', () => {
    expect(differ(0.20000000298023224, 0.2)).toBe(false);
    expect(differ(0.2001, 0.2)).toBe(true);
    expect(differ(null, 1)).toBe(false);
    expect(differ(1, null)).toBe(false);
  });
});

describe('hostile texts', () => {
  const tags = ['think', 'search', 'information', 'answer'].flatMap((kind) => [`<${kind}>`, `</${kind}>`]);
  const soup = fc.array(
    fc.oneof(fc.constantFrom(...tags, '<|im_start|>assistant', '\n', '<', '\ud800', 'a'), fc.string()),
    { maxLength: 40 },
  );

  it('never make a profile throw, and totals are the sums of their components', () => {
    fc.assert(
      fc.property(soup, fc.boolean(), fc.array(fc.string(), { maxLength: 3 }), (pieces, prompted, golds) => {
        const rollout = scored(prompted ? PROMPT : '', pieces.join(''), golds);
        for (const profile of profiles) {
          const { total, reason, components: parts } = scoreOf(rollout, profile);
          if (golds.length === 0) expect([total, reason === null]).toEqual([null, false]);
          else expect(total).toBe(parts.reduce((sum, { value, weight }) => sum + weight * (value ?? NaN), 0));
          for (const { range, reason: said } of parts) {
            expect(said).not.toBe('');
            if (!range) continue;
            expect(range.start).toBeLessThanOrEqual(range.end);
            expect(range.end).toBeLessThanOrEqual(rollout.text.length);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  // What is quadratic takes more than the limit.
  it.each([
    ['<answer>', '<answer>'],
    ['</answer>', '</answer>'],
    ['answers', '<answer>x</answer>'],
    ['thoughts', '<think>x</think>'],
    ['<information>', '<information>'],
    ['blocks', '<information>x</information>'],
    ['blanks', '\u3000\u00a0\t'],
    ['headers', '<|im_start|>assistant'],
    ['<', '<'],
  ])('take time in proportion to their length: %s', (_, piece) => {
    const rollout = scored(PROMPT, piece.repeat(100_000), ['Melka'], 'plain');
    const since = cpuTime();
    for (const profile of profiles) expect(scoreOf(rollout, profile).total).toBeLessThan(1);
    expect(cpuTime() - since).toBeLessThan(2_000);
  });
});
