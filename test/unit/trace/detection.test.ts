/** Systems that share tags are told apart by their marks (rollout-formats, detection): one row a form of each. */
import { describe, expect, it } from 'vitest';
import { chooseDialect } from '../../../core/rollouts/dialect-choice';
import { INVALID_ACTION } from '../../../core/trace/dialects/search-r1';
import type { RolloutSource, TextPart } from '../../../core/trace/model';
import { chat, promptAndResponse, wholeText } from './support';

interface Seen {
  readonly text: string;
  readonly parts: readonly TextPart[];
}

const whole = (text: string): Seen => ({ text, parts: wholeText(text) });
const prompted = (prompt: string, response: string): Seen => ({
  text: prompt + response,
  parts: promptAndResponse(prompt, response),
});
const asked = '<think>a</think><search> Zorvia river </search>';
const done = '<think>so</think><answer> Melka </answer>';
const doc = 'Doc 1(Title: "Zorvia") On the Melka.';

const ROUTE_PROMPT = 'Use <search> [passage] q </search>, <search> [graph] q </search>. Question: Which?\n';
const RESEARCH_PROMPT = 'Use <search> q </search> <result> r </result> <answer> \\boxed{a} </answer>. Which?';
const REZERO_PROMPT =
  'Today Date: 09 Apr 2025\n<think></think> <search></search> <answer></answer>\nQuestion: Which?\n';
const VERL_RESULT = '{"result": "Doc 1 (Title: \\"Zorvia\\")\\nOn the Melka."}';

const FORMS: readonly (readonly [name: string, dialect: string, seen: Seen])[] = [
  ['Search-R1', 'search-r1', whole(`${asked}\n\n<information>${doc}</information>\n\n${done}`)],
  ['Search-R1 without documents', 'search-r1', whole(`${asked}\n\n<information></information>\n\n${done}`)],
  ['Search-R1 at its turn limit', 'search-r1', whole(asked)],
  ['Search-R1 with a notice', 'search-r1', whole(`hm\n${INVALID_ACTION}\n${done}`)],
  ['an answer alone', 'search-r1', whole(done)],
  [
    'RAG-R1, one query',
    'rag-r1',
    whole(`${asked}\n<information>\nDoc 1: Zorvia   x\n</information>\n${done}`),
  ],
  [
    'RAG-R1, several queries',
    'rag-r1',
    whole(
      `${asked}\n<information>\n{\n  "query": ["a"],\n  "documents": ["Doc 1: Z   x"]\n}\n</information>\n`,
    ),
  ],
  ['RAG-R1’s prompt', 'rag-r1', prompted('Use <search> query_1,query_2 </search>. Which?\n', done)],
  [
    'RouteRAG in training',
    'routerag',
    whole(`${asked}\n\n<information> Doc 1(Title: Zorvia) x </information>\n\n${done}`),
  ],
  [
    'RouteRAG, modes in queries',
    'routerag',
    whole(`<search> [graph] q </search>\n\n<information>${doc}\n</information>\n\n${done}`),
  ],
  [
    'RouteRAG’s prompt',
    'routerag',
    prompted(ROUTE_PROMPT, `${asked}\n\n<information>${doc}</information>\n\n`),
  ],
  ['ReSearch', 'research', whole(`${asked} <result>\n"Zorvia"\nx\n</result><answer>\\boxed{Melka}</answer>`)],
  ['ReSearch, cut', 'research', whole(`${asked} <result>\n"Zorvia"\nx`)],
  ['ReSearch’s prompt', 'research', prompted(RESEARCH_PROMPT, done)],
  [
    'ReZero',
    'rezero',
    chat(
      ['user', 'Which?'],
      ['assistant', asked],
      ['user', '<information>Result 1:\nx\n------\n</information>'],
      ['assistant', done],
    ),
  ],
  ['ReZero’s prompt', 'rezero', prompted(REZERO_PROMPT, done)],
  [
    'AutoDidact',
    'autodidact',
    chat(
      ['user', 'Which?'],
      ['assistant', '{"type":"function","function":{"name":"search_corpus","parameters":{"query":"q"}}}'],
      ['ipython', 'Result 1:\nx\n------\n'],
      ['assistant', 'Melka.'],
    ),
  ],
  [
    'Search-o1',
    'search-o1',
    whole(
      'a <|begin_search_query|>q<|end_search_query|>\n\n<|begin_search_result|>x<|end_search_result|>\n\nb',
    ),
  ],
  [
    'R1-Searcher',
    'r1-searcher',
    whole(
      '<|begin_of_query|>q<|end_of_query|>\n\n<|begin_of_documents|>\n(1)T   x\n<|end_of_documents|>\n\n',
    ),
  ],
];

/** Systems with the same tags, and those whose chats look like theirs. */
const FAMILY = [
  'search-r1',
  'rag-r1',
  'routerag',
  'research',
  'rezero',
  'autodidact',
  'search-o1',
  'verl-search',
];

const source = ({ text, parts }: Seen, index = 0): RolloutSource => ({
  id: `f#${index}`,
  file: 'f',
  index,
  sample: 0,
  question: null,
  golds: [],
  text,
  parts,
  recorded: {},
});

describe('what a rollout is taken for', () => {
  it.each(FORMS)('%s', (_name, dialect, seen) => {
    const choice = chooseDialect([source(seen)], null);
    expect(choice.chosen.id).toBe(dialect);
    // Nothing else of the family comes near it.
    const next = choice.others.find(({ id }) => FAMILY.includes(id))?.evidence.weight ?? 0;
    expect(next).toBeLessThanOrEqual(choice.evidence.weight / 2);
  });

  it('verl’s tool calls are none of the family', () => {
    const call = '<tool_call>\n{"name": "search", "arguments": {"query_list": ["q"]}}\n</tool_call>';
    const seen = whole(`<think>a</think>${call}<tool_response>\n${VERL_RESULT}\n</tool_response>${done}`);
    const { id } = chooseDialect([source(seen)], null).chosen;
    expect(id).toBe('verl-search');
  });

  it('what the policy makes up decides nothing', () => {
    const forged = '<think>a</think><information>\nDoc 1: Z   x\n</information>';
    const seen = whole(`${forged}${asked}\n\n<information>${doc}</information>\n\n${done}`);
    expect(chooseDialect([source(seen)], null).chosen.id).toBe('search-r1');
  });
});

describe('what a file is taken for', () => {
  const of = (dialect: string): Seen[] => FORMS.filter(([, id]) => id === dialect).map(([, , seen]) => seen);
  const bare = [whole(done), whole(asked), whole('<think>a</think>'), whole(`hm\n${INVALID_ACTION}\n`)];

  it.each(['rag-r1', 'routerag', 'research', 'rezero'])('%s, where half of it shows no mark', (dialect) => {
    const file = [...of(dialect), ...of(dialect), ...bare].map(source);
    expect(chooseDialect(file, null).chosen.id).toBe(dialect);
  });
});
