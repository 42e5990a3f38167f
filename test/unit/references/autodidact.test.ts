/** AutoDidact and its port, by `rollout-formats.md` 8 and 9; what other tests hold is not repeated. */
import { describe, expect, it } from 'vitest';
import { autodidact } from '../../../core/trace/dialects/autodidact';
import { entriesOf, jsonl, opened } from '../rollouts/opened';
import { chat, queriesOf, read } from '../trace/support';

const SCHEMA =
  '{"type": "function", "function": {"name": "search_corpus", "parameters": {"type": "object", "properties": {"query": {"type": "string"}}}}}';
const ASK = `You may call:\n${SCHEMA}\nUse <reasoning> and </reasoning>. Question: Which river crosses Zorvia?`;
const call = (query: string): string =>
  JSON.stringify({ function: { name: 'search_corpus', parameters: { query } } });
const RESULTS = 'Result 1:\nZorvia lies on the Melka.\n------\nResult 2:\nOrso is a hill.\n------\n';

function reading(...said: readonly (readonly [string, string])[]) {
  const { text, parts } = chat(['system', 'You help.'], ['user', ASK], ...said);
  return { text, ...read(autodidact, text, parts) };
}

describe('the grammar of AutoDidact', () => {
  // 8.1: braces are counted, quotes ignored; what parses as an object counts; objects within are not looked for.
  it.each([
    ['none', 'The Melka.', 0, 'The Melka.'],
    ['none that parses', 'See {the Melka}.', 0, 'See {the Melka}.'],
    ['a list, which is no object, but holds one', `[${call('q')}]`, 1, null],
    ['one within words', `I look: ${call('q')} now`, 1, null],
    ['one within one', '{"function": {"parameters": {"query": "q", "more": {"a": {}}}}}', 1, null],
    ['an empty one in an answer', 'It is {} the Melka.', 1, null],
    ['two', `${call('a')}\n${call('b')}`, 2, null],
    ['one that is left open', `${call('q').slice(0, -1)}`, 0, call('q').slice(0, -1)],
  ])('finds %s', (_what, message, searches, answer) => {
    const trace = reading(['assistant', message]);
    expect(trace.elements.filter((line) => line.startsWith('search'))).toHaveLength(searches);
    expect(trace.answer?.text ?? null).toBe(answer);
  });

  // 8.1: more than one call, or one without `function`, is an error, after which the chat ends. Role `system`.
  it.each([
    [`${call('a')}\n${call('b')}`, 'Error during post-processing: Expected only one tool call'],
    ['{"name": "search_corpus", "parameters": {"query": "q"}}', "Error during post-processing: 'function'"],
  ])('reports the error after %j', (message, error) => {
    const trace = reading(['assistant', message], ['system', error]);
    expect(trace.turns).toMatchObject([{ queries: [], documents: [], error }]);
    expect(trace.answer).toBeNull();
  });

  // 8.1: two results; limits of the notebook.
  it('reads two results in a message of ipython, and allows six searches', () => {
    const trace = reading(['assistant', call('zorvia')], ['ipython', RESULTS], ['assistant', 'The Melka.']);
    expect(queriesOf(trace)).toEqual(['zorvia']);
    expect(trace.turns[0]?.documents.map(({ rank, title, text }) => [rank, title, text])).toEqual([
      [1, null, 'Zorvia lies on the Melka.'],
      [2, null, 'Orso is a hill.'],
    ]);
    expect(autodidact.searchLimit).toBe(6);
  });

  // 8.3: trainable is what stands between the header and `<|eot_id|>`; headers, system, user and ipython are not.
  it('gives headers and results of a Llama text to the environment', () => {
    const header = (role: string): string => `<|start_header_id|>${role}<|end_header_id|>\n\n`;
    const text =
      `<|begin_of_text|>${header('system')}You help.<|eot_id|>${header('user')}${ASK}<|eot_id|>` +
      `${header('assistant')}${call('zorvia')}<|eot_id|>${header('ipython')}${JSON.stringify(RESULTS)}<|eot_id|>` +
      `${header('assistant')}The Melka.<|eot_id|>`;
    const { segments, answer } = read(autodidact, text);
    const runs = segments.filter(({ by }, at) => by !== segments[at - 1]?.by);
    expect(runs.map(({ by, start }) => [by, text.slice(start, start + 10)])).toEqual([
      ['prompt', '<|begin_of'],
      ['policy', '{"function'],
      ['environment', '<|start_he'],
      ['policy', 'The Melka.'],
    ]);
    expect(answer?.text).toBe('The Melka.');
  });

  // 9: the port's prompts are indented by four blanks.
  it('reads the same chat behind the prompt of the port', async () => {
    const indented = ASK.replace(/^/gm, '    ');
    const messages = [
      { role: 'system', content: '    You help.' },
      { role: 'user', content: indented },
      { role: 'assistant', content: `<reasoning>a</reasoning>\n${call('zorvia')}` },
      { role: 'ipython', content: RESULTS },
      { role: 'assistant', content: '<reasoning>b</reasoning>\nThe Melka.' },
    ];
    const file = await opened('chats.jsonl', jsonl({ messages }));
    expect(file.dialect.chosen.id).toBe('autodidact');
    const [entry] = await entriesOf(file);
    expect(entry?.rollouts[0]).toMatchObject({
      question: 'Which river crosses Zorvia?',
      answer: { text: 'The Melka.' },
      turns: [
        { think: 'a', queries: [{ text: 'zorvia' }], documents: [{ rank: 1 }, { rank: 2 }] },
        { think: 'b' },
      ],
    });
  });
});

describe('the files of AutoDidact', () => {
  // 8.2: four labelled lines, then 40 hyphens; the student's answer is the raw last message.
  it('hold a block with a message of several lines that has calls and hyphens in it', async () => {
    const student = `<reasoning>x</reasoning>\n- one\n----\n${'-'.repeat(39)}\nThe Melka.`;
    const block = `Question: Which river?\nCorrect Answer: Melka\nStudent Answer: ${student}\nVerifier said: Yes, it is.\n${'-'.repeat(40)}\n`;
    const file = await opened('qa_log.txt', block + block);
    expect(file.dialect.chosen.id).toBe('autodidact');
    const rollouts = (await entriesOf(file)).flatMap((entry) => entry.rollouts);
    expect(rollouts.map(({ text, question, golds }) => [text, question, golds])).toEqual(
      Array<unknown>(2).fill([student, 'Which river?', ['Melka']]),
    );
    expect(rollouts[0]?.recorded).toEqual({ score: 1, verifier: 'Yes, it is.' });
  });

  // 8.2: 80 equals signs between blank lines, then the labels and a verdict.
  it('hold the blocks of the unused helper', async () => {
    const block = `\n${'='.repeat(80)}\n\nQuestion: Which river?\nStudent Answer: The Orso.\nAnswer: Melka\nIncorrect.\n`;
    const file = await opened('reward_func.log', block + block);
    expect(file.container.chosen.id).toBe('autodidact-log');
    const rollouts = (await entriesOf(file)).flatMap((entry) => entry.rollouts);
    expect(rollouts.map(({ text, golds, recorded }) => [text, golds, recorded['verdict']])).toEqual(
      Array<unknown>(2).fill(['The Orso.', ['Melka'], 'Incorrect.']),
    );
  });

  // 8.2: `RESULTS:`, a fraction, 30 equals signs; a tensor of rewards that names no step.
  it('hold the result of an evaluation', async () => {
    const log = `RESULTS:\npercentage of correct answers: 0.5294117647058824\n${'='.repeat(30)}\n`;
    const file = await opened('eval.log', log);
    expect([file.container.chosen.id, file.container.chosen.holds]).toEqual(['metric-lines', 'metrics']);
    const entries = await entriesOf(file);
    expect(entries.map(({ measured }) => measured)).toEqual([
      { step: null, values: { 'percentage of correct answers': 0.5294117647058824 } },
    ]);
  });

  // 8.2: the list of the step's prompts, as Python prints it, and a tensor of rewards: nothing that was answered.
  it('hold prompts alone in the standard output', async () => {
    const prompt =
      '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\\n\\nWhich river?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\\n\\n';
    for (const head of ['', 'Unsloth: Will smartly offload gradients.\n']) {
      const log = `${head}['${prompt}', '${prompt}']\nrewards_per_func: tensor([0.5000, 0.7000], device='cuda:0')\n`;
      const file = await opened('train.log', log.repeat(3));
      expect(file.container.chosen.holds).not.toBe('rollouts');
    }
  });

  // 8.2: generated questions. 9: the port's prepared ones have `id`, `question`, `answer` only.
  it.each([
    [{ chunk_id: 3, question: 'Which river?', answer: 'Melka', difficulty: 'easy' }],
    [{ id: 'q1', question: 'Which river?', answer: 'Melka' }],
  ])('are questions: %j', async (question) => {
    const file = await opened('questions.json', JSON.stringify([question, question]));
    expect(file.container.chosen).toMatchObject({ id: 'questions', holds: 'questions' });
  });
});
