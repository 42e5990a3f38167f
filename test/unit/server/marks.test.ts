import { describe, expect, it } from 'vitest';
import type { DocumentSymbol } from 'vscode-languageserver';
import { rolloutsOfText } from '../../../language-server/documents/text-document';
import { hovers } from '../../../language-server/features/hover';
import { NOTHING_ELSEWHERE } from '../../../language-server/features/hover/content';
import { outline } from '../../../language-server/features/outline';
import type { PlacedRollout } from '../../../language-server/places/placed-rollout';

const SELF_RAG =
  '[Retrieval]<paragraph>Zorvia\nZorvia lies on the Melka.</paragraph>[Relevant]Melka[Fully supported][Utility:5]</s>';

const RQ_RAG =
  '[S_Disambiguated_Query]Zorvia the town[EOS][R_Evidences]Title: Zorvia\nText: Zorvia lies on the Melka.\n' +
  '[/R_Evidences][S_Response]the Melka[EOS][A_Response]Melka[EOS]';

const REACT = [
  'Question: Which river crosses Zorvia?',
  'ActionPath 1: Start',
  'Thought 1: I look it up.',
  'Action 1: Retrieve[Zorvia]',
  'Observation 1: Zorvia is a town.',
  'Thought 2: The page may say more.',
  'Action 2: Lookup[river]',
  'Observation 2: (Result 1 / 1) The Melka crosses the town.',
  'Thought 3: That is it.',
  'Action 3: Finish[Melka]',
  'Observation 3: Please reflect your answer.',
  'Action 4: Reflect[right]',
  'Observation 4: Answer is CORRECT',
].join('\n');

const DR_TULU = [
  '<think>I look it up.</think>',
  '<call_tool name="google_search">Zorvia river</call_tool><tool_output><snippet id=4f1c-0>',
  'Title: Zorvia',
  'URL: https://zorvia.test',
  'Snippet: Zorvia lies on the *Melka*.',
  '</snippet></tool_output>',
  '<answer><cite id="4f1c-0">The Melka</cite> and <cite id="9-9">more</cite>.</answer>',
].join('\n');

async function placed(text: string, dialect: string): Promise<PlacedRollout> {
  const [rollout] = await rolloutsOfText('untitled:one.rollout', text, { dialect });
  if (!rollout) throw new Error('no rollout');
  return rollout;
}

/** The first hover over the `into`-th character of some words, as it is shown: without Markdown's escapes. */
async function hover(text: string, dialect: string, words: string, into = 0): Promise<string> {
  const rollout = await placed(text, dialect);
  const offset = text.indexOf(words) + into;
  for (const each of hovers) {
    const found = each.at(rollout, offset, NOTHING_ELSEWHERE);
    if (found)
      return `${text.slice(found.range.start, found.range.end)} → ${found.markdown.replaceAll('\\', '')}`;
  }
  return 'nothing';
}

interface Item {
  readonly name: string;
  readonly detail: string;
}

/** Name and detail of everything in the turns of an outline. */
async function itemsIn(text: string, dialect: string): Promise<Item[][]> {
  const [root] = [...outline.of(await placed(text, dialect))].filter((each) => each !== null);
  const turns = (root?.children ?? []).filter(({ name }: DocumentSymbol) => name.startsWith('turn'));
  return turns.map(({ children = [] }) => children.map(({ name, detail = '' }) => ({ name, detail })));
}

describe('hovers of marks', () => {
  it.each([
    ['self-rag', SELF_RAG, '[Relevant]', 'Mark of relevance in turn 1: “Relevant”', 'The passage helps.'],
    ['self-rag', SELF_RAG, '[Fully supported]', 'Mark of support', '1 in the support part of the score'],
    ['self-rag', SELF_RAG, '[Retrieval]', 'Mark of retrieval', 'The retriever is asked with the question'],
    [
      'rq-rag',
      RQ_RAG,
      'the Melka[EOS]',
      'Mark of short answer',
      'one reading of the question, before the final one',
    ],
    ['react', REACT, 'Start', 'Mark of planned path in turn 1: “Start”', 'KnowAgent’s plan'],
    [
      'react',
      REACT,
      'right]',
      'Mark of reflection in turn 4: “right”',
      'AutoAct’s judgement of its own answer',
    ],
    ['react', REACT, 'Answer is CORRECT', 'Mark of verdict', 'What the environment says of the answer'],
  ])('%s: %#', async (dialect, text, words, kind, meaning) => {
    const shown = await hover(text, dialect, words);
    expect(shown).toContain(kind);
    expect(shown).toContain(meaning);
  });

  it('says what a token brought that searches', async () => {
    const shown = await hover(SELF_RAG, 'self-rag', '[Retrieval]');
    expect(shown).toMatch(/^\[Retrieval\] → /);
    expect(shown).toContain('1 document');
    expect(shown).toContain('1: Zorvia — Zorvia lies on the Melka.');
  });
});

describe('hovers of queries', () => {
  it.each([
    [
      'rq-rag',
      RQ_RAG,
      'Zorvia the town',
      '“Zorvia the town” (S_Disambiguated_Query)',
      'One reading of the question',
    ],
    ['react', REACT, 'river]', '“river” (Lookup)', 'It retrieves nothing new.'],
    ['react', REACT, 'Zorvia]', '“Zorvia” (Retrieve)', 'The first paragraph of the page'],
  ])('%s: says by which of its ways was asked', async (dialect, text, words, query, meaning) => {
    const shown = await hover(text, dialect, words);
    expect(shown).toContain(query);
    expect(shown).toContain(meaning);
  });
});

describe('hovers of citations', () => {
  it('show the document', async () => {
    const shown = await hover(DR_TULU, 'dr-tulu', 'The Melka<');
    expect(shown).toMatch(/^<cite id="4f1c-0">The Melka<\/cite> → Cites “4f1c-0”/);
    expect(shown).toContain('Document 1 of turn 1: Zorvia');
    expect(shown).toContain('Zorvia lies on the *Melka*.');
  });

  it('escape what the document says', async () => {
    const rollout = await placed(DR_TULU, 'dr-tulu');
    const offset = DR_TULU.indexOf('The Melka<');
    const found = hovers
      .map((each) => each.at(rollout, offset, NOTHING_ELSEWHERE))
      .find((each) => each !== null);
    expect(found?.markdown).toContain('\\*Melka\\*');
  });

  it('say where none came back', async () => {
    const shown = await hover(DR_TULU, 'dr-tulu', 'more<');
    expect(shown).toContain('Cites “9-9”, which is no document that came back.');
  });

  it('leave the tag its meaning', async () => {
    expect(await hover(DR_TULU, 'dr-tulu', '<cite')).toContain('A claim of the answer');
  });
});

describe('the outline', () => {
  it('lists marks under their kind, and a token that searches once', async () => {
    expect(await itemsIn(SELF_RAG, 'self-rag')).toEqual([
      [
        { name: 'search', detail: '' },
        { name: '1 document', detail: '' },
        { name: 'relevance', detail: 'Relevant' },
        { name: 'answer', detail: 'Melka' },
        { name: 'support', detail: 'Fully supported' },
        { name: 'utility', detail: 'Utility:5' },
      ],
    ]);
  });

  it('says how was asked', async () => {
    const [first, second, , fourth] = await itemsIn(REACT, 'react');
    expect(first).toEqual([
      { name: 'planned path', detail: 'Start' },
      { name: 'think', detail: 'I look it up.' },
      { name: 'search “Zorvia”', detail: 'Retrieve' },
      { name: '1 document', detail: '' },
    ]);
    expect(second?.[1]).toEqual({ name: 'search “river”', detail: 'Lookup' });
    expect(fourth).toEqual([
      { name: 'reflection', detail: 'right' },
      { name: 'verdict', detail: 'Answer is CORRECT' },
    ]);
  });
});
