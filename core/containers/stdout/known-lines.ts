/** The line that begins a printed sample: 32 hyphens. (Search-R1: `verl/utils/reward_score/qa_em.py`) */
export const SEPARATOR = '-'.repeat(32);

/** The line that begins and ends a sample as ReSearch prints it: 20 hyphens. (`src/verl/workers/reward_manager/re_search.py`) */
export const RULE = '-'.repeat(20);

/** Labels of a printed sample. verl says the second one in two other ways. */
export const GOLDEN = 'Golden answers: ';
export const EXTRACTED = ['Extracted answer: ', 'Extracted answer is not None: '] as const;
export const SOLUTION = 'Solution string: ';

/** Beginnings of the lines that end a printed sample, since no sample holds them: what the trainers print between. */
const BETWEEN = [
  'ACTIVE_TRAJ_NUM: [',
  '[WARNING] OBSERVATION TOO LONG',
  '[TwoStage',
  '[validate ',
  'Saving actor checkpoint to ',
  'Dumped generations to ',
  'Training completed at step ',
  'Resuming training from step ',
  'Resuming from epoch ',
  'Starting training from scratch',
  'Global random seed set to: ',
  'Size of train dataloader: ',
  'Total training steps: ',
  'local_global_step_folder: ',
  'Traceback (most recent call last):',
];

const LOGGED = /^(?:INFO|WARNING|ERROR|DEBUG) (?:\d\d-\d\d|\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d/;
const EPOCH = /^epoch (\d{1,9}), step (\d{1,12})\s*$/;
const STAGE = /^\[Stage (\d{1,9})\] Step (\d{1,12}), /;

/** Whether a line ends the sample that was being printed. */
export function endsSample(words: string): boolean {
  return BETWEEN.some((beginning) => words.startsWith(beginning)) || LOGGED.test(words) || EPOCH.test(words);
}

/** What `epoch 0, step 12` says, which is printed before each training step. */
export function epochStep(words: string): { readonly epoch: number; readonly step: number } | null {
  const match = words.length < 64 ? EPOCH.exec(words) : null;
  return match ? { epoch: Number(match[1]), step: Number(match[2]) } : null;
}

/** The heading that RouteRAG prints before the first sample of a validation. */
export function isStage(words: string): boolean {
  return STAGE.test(words);
}

/** Whether two lines begin a sample as ReSearch prints it. */
export function isRuled(words: string, next: string): boolean {
  return words === RULE && (next === 'data_source: ' || next === 'data_source:');
}

const PROCESS = /^process: \d{1,9}\/\d{1,9}$/;

/** Whether two lines begin an item of RAG-R1's evaluation. (`evaluation/eval.py`) */
export function isItem(words: string, next: string): boolean {
  return PROCESS.test(words) && (next === '[all prompt]: ' || next === '[all prompt]:');
}

/** Whether a line says that the whole text of a sample begins on the next line. */
export function isTextLabel(words: string): boolean {
  return words.length < 20 && /^(?:sequences_str|\[all prompt\]): ?$/.test(words);
}

/** Whether a line begins an item or a sample, if the line after it is the right one. */
export function maySample(words: string): boolean {
  return words === SEPARATOR || words === RULE || PROCESS.test(words);
}

/** Whether two lines begin a sample of one of the forms that are told by their first two lines. */
export function beginsSample(words: string, next: string): boolean {
  return (words === SEPARATOR && next.startsWith(GOLDEN)) || isRuled(words, next) || isItem(words, next);
}

/** Whether a line begins a sample as verl's reward managers print it. */
export function isConsole(words: string): boolean {
  return words === '[prompt]' || words.startsWith('[prompt] ');
}

/** Whether a line begins the full text of a sample, which validation prints without any label. */
export function isOpening(words: string, chat: boolean): boolean {
  return chat ? words.startsWith('<|im_start|>system') : words.startsWith('Answer the given question. ');
}
