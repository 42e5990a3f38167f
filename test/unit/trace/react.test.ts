import { describe, expect, it } from 'vitest';
import { react } from '../../../core/trace/dialects/react';
import type { TextPart } from '../../../core/trace/model';
import { promptAndResponse, read, wholeText } from './support';

const AGENT = [
  'Question: Which river crosses Zorvia?',
  'Thought 1: I look it up.',
  'Action 1: Search[Zorvia]',
  'Observation 1: Zorvia is a town in Orso.',
  'It lies on the Melka.',
  'Thought 2: I read on.',
  'Action 2: Lookup[river]',
  'Observation 2: (Result 1 / 3) The Melka crosses the town.',
  'Thought 3: So it is the Melka.',
  'Action 3: Finish[Melka]',
  'Observation 3: Answer is CORRECT',
].join('\n');

/** Chat messages as a container gives them: headers rendered, contents the file's. */
function chat(...messages: readonly (readonly ['user' | 'assistant', string])[]): {
  text: string;
  parts: TextPart[];
} {
  let text = '';
  const parts: TextPart[] = [];
  const add = (piece: string, by: TextPart['by'], path: TextPart['path']): void => {
    parts.push({ start: text.length, end: text.length + piece.length, by, path, rendered: path === null });
    text += piece;
  };
  messages.forEach(([role, content], at) => {
    const around = at < 2 ? 'prompt' : 'environment';
    add(`${at > 0 ? '<|im_end|>\n' : ''}<|im_start|>${role}\n`, around, null);
    add(content, role === 'assistant' ? 'policy' : around, ['traj', at, 'content']);
  });
  return { text, parts };
}

describe('a transcript with numbered steps', () => {
  const trace = read(react, AGENT);

  it('has a segment for each step', () => {
    expect(trace.elements).toEqual([
      'prompt prompt Question: Which river crosses Zorvia?\n',
      'think policy Thought 1: I look it up.',
      'search policy Search[Zorvia]',
      'information environment Observation 1: Zorvia is a town in Orso.\nIt lies on the Melka.',
      'think policy Thought 2: I read on.',
      'search policy Lookup[river]',
      'information environment Observation 2: (Result 1 / 3) The Melka crosses the town.',
      'think policy Thought 3: So it is the Melka.',
      'answer policy Finish[Melka]',
    ]);
  });

  it('has queries that say what asked, documents without titles, and a verdict', () => {
    expect(trace.turns.map(({ think }) => think)).toEqual([
      'I look it up.',
      'I read on.',
      'So it is the Melka.',
    ]);
    expect(trace.turns.map(({ queries }) => queries.map(({ text, operator }) => [text, operator]))).toEqual([
      [['Zorvia', 'Search']],
      [['river', 'Lookup']],
      [],
    ]);
    expect(trace.turns.map(({ documents }) => documents.map(({ title, text }) => [title, text]))).toEqual([
      [[null, 'Zorvia is a town in Orso.\nIt lies on the Melka.']],
      [[null, 'The Melka crosses the town.']],
      [],
    ]);
    expect(trace.answer?.text).toBe('Melka');
    expect(trace.marks).toMatchObject([{ kind: 'verdict', text: 'Answer is CORRECT' }]);
    expect(trace.anomalies).toEqual([]);
  });

  it('is one whose line ends are CRLF', () => {
    const crlf = read(react, AGENT.replaceAll('\n', '\r\n'));
    expect(crlf.answer?.text).toBe('Melka');
    expect(crlf.turns.map(({ queries }) => queries[0]?.text)).toEqual(['Zorvia', 'river', undefined]);
  });

  it('is recognised', () => {
    expect(react.recognise(AGENT, wholeText(AGENT))).toEqual({
      weight: 0.9,
      because: '`Thought:` ×3, `Action: Name[…]` ×3, `Observation:` ×3',
    });
    const prose = 'Thought: a word. Action: another. Observation: a third.';
    expect(react.recognise(prose, wholeText(prose))).toBeNull();
  });
});

describe('the prompt', () => {
  const example =
    'Question: Who?\nThought 1: x\nAction 1: Search[Ada]\nObservation 1: y\nAction 2: Finish[Ada]\n';

  it.each([
    ['the examples end with a mark', `Answer.\n${example}\n(END OF EXAMPLES)\n`],
    ['the instruction says that examples follow', `Solve a task. Here are some examples.\n\n${example}\n`],
  ])('holds examples where %s', (_what, head) => {
    const trace = read(react, `${head}${AGENT}`);
    const [prompt] = trace.segments;
    expect(prompt).toMatchObject({
      kind: 'prompt',
      end: head.length + AGENT.indexOf('Thought 1'),
    });
    expect(trace.turns.flatMap(({ queries }) => queries.map(({ text }) => text))).toEqual([
      'Zorvia',
      'river',
    ]);
    expect(trace.answer?.text).toBe('Melka');
  });

  it('ends at the first question where nothing says that examples come', () => {
    const trace = read(react, `${AGENT}\n\nQuestion: Another?\nThought 1: made up`);
    expect(trace.segments[0]?.end).toBe(AGENT.indexOf('Thought 1'));
  });

  it('ends before a step on the question’s line, and after reflections', () => {
    const joined = read(react, 'Question: Which?Thought 1: I know.\nAction 1: Finish[Melka]');
    expect(joined.lines[0]).toBe('prompt prompt Question: Which?');
    const reflected = read(
      react,
      'Question: Which?\nReflections:\n- Look closer.\nThought 1: x\nAction 1: Search[a]',
    );
    expect(reflected.lines[0]).toBe('prompt prompt Question: Which?\nReflections:\n- Look closer.\n');
  });

  it('of FireAct ends with `### Response:`', () => {
    const head =
      'Below is an instruction that describes a task.\n\n### Instruction:\nWhich?\n\n### Response:\n';
    const trace = read(
      react,
      `${head}Thought: x\nAction: finish[Melka]\nObservation: Episode finished, reward = True\n`,
    );
    expect(trace.lines[0]).toBe(`prompt prompt ${head}`);
    expect(trace.answer?.text).toBe('Melka');
    expect(trace.marks?.map(({ text }) => text)).toEqual(['Episode finished, reward = True']);
  });

  it('may open the first thought', () => {
    const prompt = 'Question: Which?\nThought 1:';
    const response = ' I know.\nAction 1: Finish[Melka]';
    const trace = read(react, prompt + response, promptAndResponse(prompt, response));
    expect(trace.turns[0]?.think).toBe('I know.');
  });
});

describe('observations', () => {
  it.each([
    ["Could not find [Zorvia]. Similar: ['Zorv', \"Zor'via\"]", true],
    ['No Results', true],
    ['No More Results', true],
    ['No results found.', true],
    ['None', true],
    ['Could not find that page, please try again.', false],
    ['The last page Searched was not found, so you cannot Lookup a keyword in it.', false],
    ['bingSearch error, please try again.', false],
    ['Search error,please try again', false],
    ['Lookup must after Retrive or BingSearch', false],
  ])('that say nothing was found, or that it failed, are no documents: %s', (said, nothingFound) => {
    const trace = read(react, `Thought: x\nAction: Search[Zorvia]\nObservation: ${said}\nThought: y`);
    expect(trace.turns[0]).toMatchObject({ documents: [], error: said });
    expect(trace.turns[0]?.nothingFound === true).toBe(nothingFound);
    expect(trace.turns[0]?.observation).not.toBeNull();
    expect(trace.elements[2]).toBe(`information environment Observation: ${said}`);
  });

  it('after an action that is none are notices', () => {
    const said = "('click', 'Frige') generated an exception: Unknown tool name: click";
    const trace = read(react, `Thought: x\nAction: click[Frige]\nObservation: ${said}\nThought: y`);
    expect(trace.turns[0]).toMatchObject({ error: said, queries: [], documents: [] });
    expect(trace.elements[1]).toBe(`notice environment Observation: ${said}`);
    expect(trace.marks).toMatchObject([{ kind: 'action', text: 'click[Frige]' }]);
  });

  it('hold labels of another numbering as their text', () => {
    const trace = read(
      react,
      'Question: q\nThought 1: x\nAction 1: Search[a]\nObservation 1: A play.\nAction: he falls.\nQuestion: why?\nThought 2: y',
    );
    expect(trace.turns[0]?.documents[0]?.text).toBe('A play.\nAction: he falls.\nQuestion: why?');
    expect(trace.turns).toHaveLength(2);
  });

  it('may stand on the line of their action', () => {
    const trace = read(
      react,
      'Thought 3: x\nAction 3: Search[High Plains]Observation 3: Two regions:\nThought 4: y',
    );
    expect(trace.turns[0]?.queries[0]?.text).toBe('High Plains');
    expect(trace.turns[0]?.documents[0]?.text).toBe('Two regions:');
  });
});

describe('AutoAct', () => {
  it('reflects on its answer before the verdict comes', () => {
    const text = [
      'Question: Which?',
      'Thought: x',
      'Action: BingSearch[Zorvia river]',
      'Observation: &quot;Melka&quot;',
      'Thought: y',
      'Action: Finish[Orso]',
      'Observation: Please reflect your answer.',
      'Thought: z',
      'Action: Reflect[wrong]',
      'Observation: Please continue.',
      'Thought: w',
      'Action: Finish[Melka]',
      'Observation: Please reflect your answer.',
      'Action: Reflect[right]',
      'Observation: Answer is INCORRECT',
    ].join('\n');
    const trace = read(react, text);
    expect(trace.answer?.text).toBe('Melka');
    expect(trace.elements.filter((each) => each.startsWith('answer'))).toEqual([
      'answer policy Finish[Orso]',
      'answer policy Finish[Melka]',
    ]);
    expect(trace.marks?.map(({ kind, text: said }) => `${kind} ${said}`)).toEqual([
      'reflection wrong',
      'reflection right',
      'verdict Answer is INCORRECT',
    ]);
    expect(trace.turns.flatMap(({ documents }) => documents.map(({ text: said }) => said))).toEqual([
      '&quot;Melka&quot;',
    ]);
  });
});

describe('KnowAgent', () => {
  it('plans a path before it thinks', () => {
    const trace = read(
      react,
      'Question: Which?\nActionPath 1: Start\nThought 1: x\nAction 1: Retrieve[Zorvia]\nObservation 1: y\nActionPath 2: Start->Retrieve[Zorvia]\nThought 2: z\nAction 2: Finish[Melka]',
    );
    expect(trace.marks?.map(({ kind, text }) => [kind, text])).toEqual([
      ['path', 'Start'],
      ['path', 'Start->Retrieve[Zorvia]'],
    ]);
    expect(trace.turns).toHaveLength(2);
    expect(trace.turns[0]?.queries[0]?.operator).toBe('Retrieve');
    expect(trace.answer?.text).toBe('Melka');
  });

  it('may be halted without an answer', () => {
    const trace = read(
      react,
      'Question: Which?\nThought 1: x\nAction 1: Lookup[a]\nObservation 1: No Results',
    );
    expect(trace.answer).toBeNull();
  });
});

describe('FireAct’s chat', () => {
  it('takes authors from messages, and the first action of a message as the one that ran', () => {
    const { text, parts } = chat(
      ['user', 'Which river crosses Zorvia?'],
      ['assistant', 'Thought: x\nAction: search[Zorvia] river\nThought: y\nAction: search[Orso]'],
      ['user', 'Observation: It lies on the Melka.\nAction: none'],
      ['assistant', 'Thought: z\nAction:  finish[Melka]\nAction: finish[Orso]'],
      ['user', 'Observation: Episode finished, reward = True'],
    );
    const trace = read(react, text, parts);
    expect(trace.turns.map(({ queries }) => queries.map((query) => query.text))).toEqual([['Zorvia'], []]);
    expect(trace.turns[0]?.documents.map((document) => document.text)).toEqual([
      'It lies on the Melka.\nAction: none',
    ]);
    expect(trace.answer?.text).toBe('Melka');
    expect(trace.segments.filter(({ kind }) => kind === 'search')).toHaveLength(2);
    expect(trace.turns.flatMap(({ searches }) => searches)).toHaveLength(1);
    expect(trace.elements[0]).toBe(
      'prompt prompt <|im_start|>user\nWhich river crosses Zorvia?<|im_end|>\n<|im_start|>assistant\n',
    );
  });

  it('knows an observation that the policy made up', () => {
    const { text, parts } = chat(
      ['user', 'Which?'],
      ['assistant', 'Action: search[Zorvia]\nObservation: the Melka, surely'],
      ['user', 'Observation: None'],
    );
    const trace = read(react, text, parts);
    expect(trace.elements).toContain('information policy Observation: the Melka, surely');
    expect(trace.turns[0]).toMatchObject({ documents: [], error: 'None' });
  });
});

describe('actions', () => {
  it.each([
    ['Search["Wallace and Gromit"]', '"Wallace and Gromit"'],
    ['Search[List of [x] (a)]', 'List of [x] (a)'],
    ['search[  Melka ] river', 'Melka'],
    ['wiki_search[Melka]', 'Melka'],
    ['search[a\nb]', 'a\nb'],
  ])('%s asks for what stands in its brackets', (written, query) => {
    const trace = read(react, `Thought: x\nAction: ${written}\nObservation: y`);
    expect(trace.turns[0]?.queries.map(({ text }) => text)).toEqual([query]);
    expect(trace.anomalies).toEqual([]);
  });

  it('without a closing bracket ran where something came back', () => {
    const text = 'Thought: x\nAction: search[what is it known for?\nObservation: y\nAction: finish[Mel';
    const trace = read(react, text);
    expect(trace.turns[0]?.queries.map((query) => query.text)).toEqual(['what is it known for?']);
    expect(trace.answer).toBeNull();
    expect(trace.anomalies.map(({ kind, tag }) => [kind, tag])).toEqual([
      ['unclosed', 'search['],
      ['unclosed', 'finish['],
    ]);
  });

  it('in words alone are marks', () => {
    const trace = read(react, 'Thought: x\nAction: I give up.\nObservation: Invalid action.');
    expect(trace.marks).toMatchObject([{ kind: 'action', text: 'I give up.' }]);
    expect(trace.turns[0]?.error).toBe('Invalid action.');
  });
});
