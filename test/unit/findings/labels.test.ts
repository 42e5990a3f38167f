/** Findings that a reader of the generated rollouts would expect, against those that the rules report. */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelFiles, rolloutsOf } from '../support/labelled';

const root = resolve(import.meta.dirname, '../../..');

describe.each(labelFiles().map((file) => ({ name: file.file, file })))('$name', ({ file }) => {
  it('has the findings it was made to have, and no others', async () => {
    const rollouts = await rolloutsOf(resolve(root, file.file));
    const wrong = file.rollouts.flatMap(({ index, behaviour, findings, optional }, at) => {
      const found = new Set(rollouts[at]?.findings.map(({ rule }) => rule));
      // Rules about golds have nothing to say where the file keeps none.
      const due = findings.filter((id) => rollouts[at]?.golds.length !== 0 || !NEEDS_GOLDS.has(id));
      const own = Object.entries(BEHAVIOURS).filter(([, { always }]) => always.includes(behaviour));
      const missing = [...due, ...own.map(([id]) => id)]
        .filter((id) => !found.has(id))
        .map((id) => `${id} is missing`);
      const allowed = new Set<string>([...findings, ...optional]);
      for (const [id, { always, at = [] }] of Object.entries(BEHAVIOURS))
        if (always.includes(behaviour) || at.includes(behaviour)) allowed.add(id);
      const extra = [...found].filter((id) => !allowed.has(id)).map((id) => `${id} is a false alarm`);
      return [...missing, ...extra].map((what) => `#${index} ${behaviour}: ${what}`);
    });
    expect(wrong).toEqual([]);
  });
});

/** Rules that the labels do not name, with the behaviours that show what they see: always, or at times. */
const BEHAVIOURS: Readonly<
  Record<string, { readonly always: readonly string[]; readonly at?: readonly string[] }>
> = {
  'search-in-thought': { always: ['search-inside-think'], at: ['unclosed-think'] },
  // Where tags do not come in pairs, the official check fails before it looks between elements.
  'text-between-elements': {
    always: [],
    at: ['prose-outside-think', 'plain-rambling', 'invalid-action-once'],
  },
  // The evaluation stops at `</answer>`.
  'text-after-answer': { always: [], at: ['text-after-answer'] },
  'empty-documents': { always: ['nothing-found'] },
  'long-answer': { always: ['long-answer'] },
  'forbidden-text': {
    always: ['names-the-assistant', 'thinks-in-chinese'],
    // One of the bridges that are asked about is written in Japanese, and so is what they think of it.
    at: ['text-after-answer', 'think-left-open', 'forged-documents', 'perfect'],
  },
  'answer-in-thought': { always: [], at: ['no-answer-tags', 'answer-left-open'] },
  'nothing-new': {
    always: [],
    at: ['too-many-searches', 'no-answer-at-turn-limit', 'nested-search', 'cut-in-last-turn'],
  },
};

const NEEDS_GOLDS: ReadonlySet<string> = new Set(['gold-never-retrieved', 'gold-retrieved-answer-wrong']);
