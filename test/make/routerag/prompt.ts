import { asked } from '../search-r1/prompt';

/**
 * The prompt of a rollout: one user message with three example searches. The wording is our own; tags, modes and
 * examples follow the system. (RouteRAG: `train/RL_dataset`, `deepqa`)
 */
export function prompt(question: string): string {
  const text =
    '1. Reason inside <think> and </think> first.\n2. When knowledge is missing, search inside <search> and </search>: ' +
    '<search> [passage] the capital of France </search> for text, <search> [graph] the capital of France </search> for ' +
    'relations, or <search> [graph][passage] the capital of France </search> for both. Results come back between ' +
    '<information> and </information>.\n3. Give the answer inside <answer> and </answer>. For example, ' +
    `<answer> Paris </answer>.\nQuestion: ${asked(question)}\n`;
  return `<|im_start|>system\nYou are Qwen, created by Alibaba Cloud. You are a helpful assistant.<|im_end|>\n<|im_start|>user\n${text}<|im_end|>\n<|im_start|>assistant\n`;
}
