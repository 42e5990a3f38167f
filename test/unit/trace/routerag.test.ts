import { describe, expect, it } from 'vitest';
import { routerag } from '../../../core/trace/dialects/routerag';
import { promptAndResponse, queriesOf, read } from './support';

const PROMPT =
  '<|im_start|>user\nReason in <think> and </think>. Search in <search> and </search>: ' +
  '<search> [passage] capital of France </search>, <search> [graph] capital of France </search>, ' +
  '<search> [graph][passage] capital of France </search>. Results stand in <information> and </information>. Answer ' +
  'in <answer> and </answer>: <answer> Paris </answer>. Question: Which river?<|im_end|>\n<|im_start|>assistant\n';

describe('routerag', () => {
  it('reads training’s form, with blanks inside the element', () => {
    const trace = read(
      routerag,
      '<think>a</think><search> [graph] maker of Fort Orn </search>\n\n<information> Doc 1(Title: Fort Orn) Built by ' +
        'Ada Vell.\nDoc 2(Title: Orn (fort)) x </information>\n\n<answer> Lund </answer>',
    );
    expect(queriesOf(trace)).toEqual(['graph:maker of Fort Orn']);
    expect(trace.turns[0]?.documents).toMatchObject([
      { title: 'Fort Orn', text: 'Built by Ada Vell.' },
      { title: 'Orn (fort)', text: 'x' },
    ]);
    expect(trace.answer?.text).toBe('Lund');
  });

  it('reads the evaluation’s form, with a newline before the closer', () => {
    const trace = read(
      routerag,
      '<think>Need the maker.</think>\n<search> [graph] maker of Fort Orn </search>\n\n<information>Doc 1(Title: Fort ' +
        'Orn) Built by Ada Vell.\n</information>\n\n<think>Now.</think><answer> Lund </answer>',
    );
    expect(trace.turns[0]?.documents).toMatchObject([{ title: 'Fort Orn', text: 'Built by Ada Vell.' }]);
    expect(trace.elements.map((line) => line.split(' ', 2).join(' '))).toEqual([
      'think policy',
      'search policy',
      'information environment',
      'think policy',
      'answer policy',
    ]);
  });

  it.each([
    ['[passage] a b', 'passage:a b'],
    ['[graph] a b', 'graph:a b'],
    ['[graph][passage] a b', 'hybrid:a b'],
    ['[passage] [graph] a b', 'hybrid:a b'],
    ['a [graph] b', 'graph:a  b'],
    ['a b [passage]', 'passage:a b'],
    // No mark means passage, and marks are told by their case.
    ['a b', 'passage:a b'],
    ['[Graph] a b', 'passage:[Graph] a b'],
    ['[hybrid] a b', 'passage:[hybrid] a b'],
  ])('reads the mode of %s', (written, expected) => {
    expect(queriesOf(read(routerag, `<search>${written}</search>`))).toEqual([expected]);
  });

  it('points at the query without the marks at its ends', () => {
    const text = '<search> [graph][passage]  a b [graph] </search>';
    const [query] = read(routerag, text).turns[0]?.queries ?? [];
    expect(text.slice(query?.start, query?.end)).toBe('a b');
  });

  it('brings nothing for a query of marks alone', () => {
    const trace = read(
      routerag,
      '<search> [graph] </search>\n\n<information>  </information>\n\n<answer>x</answer>',
    );
    expect(queriesOf(trace)).toEqual(['graph:']);
    expect(trace.turns[0]).toMatchObject({ documents: [], error: null });
    expect(trace.turns[0]?.observation).not.toBeNull();
  });

  it('keeps the examples of its prompt out: two answers, four searches', () => {
    const trace = read(routerag, PROMPT, promptAndResponse(PROMPT, ''));
    expect(trace.turns).toEqual([]);
    expect(trace.promptAnswers.map(({ start, end }) => PROMPT.slice(start, end))).toEqual([
      ' and ',
      ' Paris ',
    ]);
    expect(read(routerag, `${PROMPT}<answer>Melka</answer>`).answer?.text).toBe('Melka');
  });

  describe('answers read in one go', () => {
    const direct =
      'Wikipedia Title: Zorvia\nZorvia lies on the Melka.\n\nWikipedia Title: Melka\nA river.\n\n' +
      'Question: Which river crosses Zorvia?';

    it('reads a fallback after the steps of the search', () => {
      const steps =
        '<think>a</think><search> [graph] q </search>\n\n<information>Doc 1(Title: T) x\n</information>\n\nhm';
      const trace = read(
        routerag,
        `${steps}\n\n[Fallback to Direct QA]\n${direct}Thought: It is.\nAnswer: Melka.`,
      );
      expect(trace.turns).toHaveLength(3);
      expect(trace.turns[2]?.documents).toMatchObject([
        { title: 'Zorvia', text: 'Zorvia lies on the Melka.', rank: 1 },
        { title: 'Melka', text: 'A river.', rank: 2 },
      ]);
      expect(trace.answer?.text).toBe('Melka.');
      expect(trace.lines.at(-1)).toBe('text policy Thought: It is.\nAnswer: Melka.');
      expect(trace.lines.at(-2)).toBe('text environment \n\nQuestion: Which river crosses Zorvia?');
    });

    it('reads a transcript that is one', () => {
      const trace = read(routerag, `[Direct QA Mode]\n${direct}Melka`);
      expect(trace.turns).toHaveLength(1);
      expect(trace.answer?.text).toBe('Melka');
    });

    it('takes what stands between the first two labels', () => {
      const trace = read(routerag, `[Direct QA Mode]\n${direct}Thought: x\nAnswer: Melka\nAnswer: Orso`);
      expect(trace.answer?.text).toBe('Melka');
    });

    it('survives one that was cut anywhere', () => {
      const whole = `[Direct QA Mode]\n${direct}Thought: x\nAnswer: Melka`;
      for (let end = 0; end <= whole.length; end++) read(routerag, whole.slice(0, end));
    });
  });
});
