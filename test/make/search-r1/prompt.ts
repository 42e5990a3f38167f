/**
 * The prompt of a Search-R1 rollout: one user message behind Qwen's default system turn. The wording around the tags
 * is our own; the tags, the example answer and the tail follow the system.
 * (Search-R1: scripts/data_process/nq_search.py, example/case.txt)
 */
const instruction =
  'Answer the given question. Reason inside <think> and </think> first, each time you receive new information. ' +
  'When you find that knowledge is missing, call a search engine with <search> query </search>; its best results ' +
  'come back between <information> and </information>. You may search as often as you like. Once nothing is missing, ' +
  'give the answer inside <answer> and </answer> and add no explanation. For example, <answer> Beijing </answer>. ';

/** Answer that the prompt shows as an example. */
export const exampleAnswer = 'Beijing';

const system = 'You are Qwen, created by Alibaba Cloud. You are a helpful assistant.';

/** The question as the prompt holds it. */
export const asked = (question: string): string => {
  const stripped = question.trim();
  return stripped.endsWith('?') ? stripped : `${stripped}?`;
};

const user = (question: string): string => `${instruction}Question: ${asked(question)}\n`;

/** The prompt with ChatML's special tokens, as the reward function sees it. */
export const chatml = (question: string): string =>
  `<|im_start|>system\n${system}<|im_end|>\n<|im_start|>user\n${user(question)}<|im_end|>\n<|im_start|>assistant\n`;

/** The prompt decoded without special tokens, as verl dumps it. (verl: verl/trainer/ppo/ray_trainer.py) */
export const decoded = (question: string): string =>
  `system\n${system}\nuser\n${user(question)}\nassistant\n`;
