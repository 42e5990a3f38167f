import { describe, expect, it } from 'vitest';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

const STEPS = [
  'Thought 1: I look it up.',
  'Action 1: Search[Zorvia]',
  'Observation 1: Zorvia lies on the Melka.',
  '',
  'A second paragraph.',
  'Thought 2: It is the Melka.',
  'Action 2: Finish[Melka]',
  'Observation 2: Answer is CORRECT',
];
const QUESTION = 'Question: Which river crosses Zorvia?';

const LOG = [
  '',
  '########################################',
  'BEGIN TRIAL 1',
  'Trial summary: Correct: 1, Incorrect: 0, Halted: 1',
  '#######################################',
  '------------- BEGIN CORRECT AGENTS -------------',
  '',
  QUESTION,
  ...STEPS,
  'Correct answer: Melka" River',
  '',
  '------------- BEGIN INCORRECT AGENTS -----------',
  '',
  '------------- BEGIN HALTED AGENTS --------------',
  '',
  'Question: Where is Orso? ',
  'Thought 1: x',
  'Action 1: Search[Orso]',
  'Observation 1: Could not find [Orso]. Similar: []',
  'Correct answer: in Vell',
  '',
  '########################################',
  'BEGIN TRIAL 2',
  'Trial summary: Correct: 1, Incorrect: 0, Halted: 0',
  '#######################################',
  '------------- BEGIN CORRECT AGENTS -------------',
  '',
  QUESTION,
  ...STEPS,
  '',
].join('\n');

describe('react-log', () => {
  it('has a rollout for each agent, with its trial, section, answer and score', async () => {
    const file = await opened('log.txt', LOG);
    expect(file.container.chosen.id).toBe('react-log');
    expect(file.container.evidence.weight).toBe(0.95);
    const entries = await entriesOf(file);
    expect(entries[0]?.withoutText).toBe('no step of an agent stands in this part of the log');
    const rollouts = entries.flatMap((entry) => entry.rollouts);
    expect(rollouts.map(({ question, golds, recorded }) => [question, golds, recorded])).toEqual([
      ['Which river crosses Zorvia?', ['Melka" River'], { score: 1, section: 'correct', trial: 1 }],
      ['Where is Orso?', ['in Vell'], { score: 0, section: 'halted', trial: 1 }],
      ['Which river crosses Zorvia?', [], { score: 1, section: 'correct', trial: 2 }],
    ]);
    expect(entries.map(({ losses }) => losses?.map(({ kind, what }) => `${kind}: ${what}`))).toEqual([
      undefined,
      undefined,
      undefined,
      ['absent: accepted answers are not in the file'],
    ]);
    expect(rollouts[0]?.text).toBe([QUESTION, ...STEPS].join('\n'));
    expect(rollouts[0]?.text).toBe(rollouts[2]?.text);
    expect(rollouts[1]?.answer).toBeNull();
  });

  it('knows the headings above a record that is read alone', async () => {
    const file = await opened('log.txt', LOG);
    const entry = await file.entryAt(3);
    expect(entry?.rollouts[0]?.recorded).toEqual({ score: 1, section: 'correct', trial: 2 });
    expect((await file.entryAt(2))?.rollouts[0]?.recorded).toMatchObject({ section: 'halted', trial: 1 });
  });

  it('reads agents without headings, and one transcript with its prompt', async () => {
    const two = await opened('agents.txt', [QUESTION, ...STEPS, '', QUESTION, ...STEPS, ''].join('\n'));
    expect(two.container.evidence.weight).toBe(0.7);
    const rollouts = (await entriesOf(two)).flatMap((entry) => entry.rollouts);
    expect(rollouts.map(({ recorded, answer }) => [recorded, answer?.text])).toEqual([
      [{}, 'Melka'],
      [{}, 'Melka'],
    ]);
    const prompt =
      'Solve a task. Here are some examples.\n\nQuestion: Who?\nThought 1: x\nAction 1: Finish[Ada]\n\n';
    const one = await opened('one.txt', [prompt + QUESTION, ...STEPS].join('\n'));
    const [only, ...others] = (await entriesOf(one)).flatMap((entry) => entry.rollouts);
    expect(others).toEqual([]);
    expect(only?.segments[0]?.end).toBe(`${prompt}${QUESTION}\n`.length);
    expect(only?.question).toBe('Which river crosses Zorvia?');
  });

  it('leaves documents about ReAct, and words without observations, alone', async () => {
    const example = [QUESTION, ...STEPS].join('\n');
    expect((await opened('about.md', `# Agents\n\n${example}\n`)).container.chosen.id).toBe('none');
    expect((await opened('notes.txt', 'Thought: a\nAction: b\n')).container.chosen.id).toBe('none');
  });
});

describe('react-jsonl', () => {
  const prompt = `Answer.\nQuestion: Who?\nThought 1: x\nAction 1: Search[Ada]\n(END OF EXAMPLES)\n${QUESTION}\n${STEPS.join('\n')}`;
  const run = {
    question: 'Which river crosses Zorvia?',
    answer: 'Melka',
    correct: true,
    reward: 0.66666666,
    halted: false,
    error: false,
    prompt,
  };

  it('takes the answer as the gold, the reward as the score, and examples as prompt', async () => {
    const file = await opened('run.jsonl', jsonl(run, { ...run, reward: 0, halted: true, correct: false }));
    expect(file.container.chosen.id).toBe('react-jsonl');
    const [first, second] = (await entriesOf(file)).flatMap((entry) => entry.rollouts);
    expect(first).toMatchObject({
      golds: ['Melka'],
      recorded: { score: 0.66666666, correct: true, halted: false, error: false },
    });
    expect(first?.segments[0]?.end).toBe(prompt.indexOf('Thought 1: I look'));
    expect(first?.turns.flatMap((turn) => turn.queries.map(({ text }) => text))).toEqual(['Zorvia']);
    expect(second?.recorded).toMatchObject({ score: 0, halted: true });
  });

  it('says what is wrong with a record', async () => {
    const file = await opened(
      'run.jsonl',
      jsonl(run, run, run, { ...run, prompt: 7 }, { ...run, prompt: '' }, []),
    );
    const entries = await entriesOf(file);
    expect(entries.map(({ fault, withoutText }) => fault?.message ?? withoutText)).toEqual([
      null,
      null,
      null,
      '`prompt` is a number, not a string',
      '`prompt` is empty',
      'the record is a list, not an object with `prompt`',
    ]);
  });

  it('takes other records with a question and a transcript in `prompt`, less surely', async () => {
    const file = await opened('x.jsonl', jsonl({ question: run.question, prompt }));
    expect(file.container.chosen.id).toBe('react-jsonl');
    expect(file.container.evidence.weight).toBe(0.65);
  });
});

describe('fireact', () => {
  const values = { reward: true, em: true, f1: 1, gt: 'melka', pred: 'melka' };
  const steps =
    'Thought: x\nAction: search[Zorvia]\nObservation: The Melka.\nThought: y\nAction: finish[Melka]\nObservation: Episode finished, reward = True\n';
  const head = 'Below is an instruction.\n\n### Instruction:\nWhich river crosses Zorvia?\n\n### Response:\n';

  it('reads one text by question index, without the copy by line', async () => {
    const traj = head + steps;
    const map = {
      6238: { ...values, prompt: '', traj, traj_by_line: traj.split('\n') },
      7: { ...values, prompt: '', traj },
    };
    const file = await opened('dev.json', JSON.stringify(map));
    expect(file.container.chosen.id).toBe('fireact');
    const rollouts = (await entriesOf(file)).flatMap((entry) => entry.rollouts);
    // Objects put whole numbers in order.
    expect(rollouts.map(({ recorded }) => recorded)).toEqual([
      { score: 1, key: '7', em: true, f1: 1, pred: 'melka' },
      { score: 1, key: '6238', em: true, f1: 1, pred: 'melka' },
    ]);
    expect(rollouts[0]).toMatchObject({
      question: 'Which river crosses Zorvia?',
      golds: ['melka'],
      text: traj,
    });
    expect(rollouts[0]?.segments[0]?.end).toBe(head.length);
  });

  it('reads chat messages', async () => {
    const traj = [
      { role: 'user', content: 'Which river crosses Zorvia?' },
      { role: 'assistant', content: 'Thought: x\nAction: search[Zorvia]' },
      { role: 'user', content: 'Observation: The Melka.' },
      { role: 'assistant', content: 'Thought: y\nAction: finish[Melka]' },
      { role: 'user', content: 'Observation: Episode finished, reward = True' },
    ];
    const file = await opened(
      'dev.json',
      JSON.stringify({ a: { ...values, prompt: [], traj }, b: { ...values, prompt: [], traj: 3 } }),
    );
    const entries = await entriesOf(file);
    const [rollout] = entries.flatMap((entry) => entry.rollouts);
    expect(rollout?.question).toBe('Which river crosses Zorvia?');
    expect(rollout?.turns.map(({ documents }) => documents.map(({ text }) => text))).toEqual([
      ['The Melka.'],
      [],
    ]);
    expect(rollout?.answer?.text).toBe('Melka');
    expect(entries[1]?.fault?.message).toBe(
      '`traj` is a number, neither a string nor a list of chat messages',
    );
  });
});

describe('lats-log', () => {
  const time = '2024-03-21 20:13:37,532 - INFO - ';
  const prompt = (...steps: string[]): string =>
    [
      `${time}PROMPT: `,
      'Solve. Here are some examples:',
      '',
      'Question: Who?',
      'Action 1: Finish[Ada]',
      '',
      'Question: Which river?',
    ].join('\n') + steps.join('');
  const log = [
    `${time}Logging has been configured.`,
    `${time}DFS at node depth 0...`,
    `${prompt('Thought 1: ')}\n`,
    `${time}SAMPLED ACTION: ["Thought 1: a\\nAction 1: Search[A]", 'Thought 1: it\\'s b\\nAction 1: Search[B]\\n']`,
    `${time}NEW NODE: Node(depth=1, value=0.50, visits=2, thought=I search, surely., action=Search[A, B], observation=Two lines:`,
    'the Melka (river).)',
    `${time}Feedback: {'steps': 1, 'answer': None}`,
    `${time}DFS at node depth 1...`,
    `${prompt('\nThought 1: I search.\nAction 1: Search[A, B]\nObservation 1: The Melka.', 'Thought 2: ')}\n`,
    `${time}SAMPLED ACTION: ["Thought 2: it\\nAction 2: Finish[Melka]\\n"]`,
    '',
  ].join('\n');

  it('has a rollout for each candidate of a node', async () => {
    const file = await opened('tot.log', log);
    expect(file.container.chosen.id).toBe('lats-log');
    const rollouts = (await entriesOf(file)).flatMap((entry) => entry.rollouts);
    expect(rollouts.map(({ id, question, text, recorded }) => ({ id, question, text, recorded }))).toEqual([
      {
        id: 'tot.log#1.0',
        question: 'Which river?',
        text: 'Solve. Here are some examples:\n\nQuestion: Who?\nAction 1: Finish[Ada]\n\nQuestion: Which river?\nThought 1: I search, surely.\nAction 1: Search[A, B]\nObservation 1: Two lines:\nthe Melka (river).',
        recorded: {
          time: '2024-03-21 20:13:37,532',
          depth: 1,
          value: 0.5,
          visits: 2,
          feedback: "{'steps': 1, 'answer': None}",
          parent: null,
        },
      },
      {
        id: 'tot.log#2.0',
        question: 'Which river?',
        text: 'Solve. Here are some examples:\n\nQuestion: Who?\nAction 1: Finish[Ada]\n\nQuestion: Which river?\nThought 1: I search.\nAction 1: Search[A, B]\nObservation 1: The Melka.\nThought 2: it\nAction 2: Finish[Melka]',
        recorded: { time: '2024-03-21 20:13:37,532', tried: false, parent: 'Search[A, B]' },
      },
    ]);
    expect(rollouts[0]?.turns[0]?.documents.map(({ text }) => text)).toEqual([
      'Two lines:\nthe Melka (river).',
    ]);
    expect(rollouts[1]?.turns).toHaveLength(2);
    expect(rollouts[1]?.answer?.text).toBe('Melka');
  });

  it('leaves other logs alone', async () => {
    expect((await opened('x.log', `${time}PROMPT: \nhello\n${time}done\n`)).container.chosen.id).toBe('none');
  });
});
