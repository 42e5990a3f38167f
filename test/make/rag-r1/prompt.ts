import { asked } from '../search-r1/prompt';
import type { Mode } from './run';

/**
 * The prompt of a rollout: one user message behind Qwen’s default system turn. The wording is our own; the tags and
 * examples follow the system. (RAG-R1: `scripts/data_process/hotpotqa_search.py`, `hotpotqa_search_mq.py`)
 */
export function prompt(question: string, mode: Mode): string {
  const search =
    mode === 'mq'
      ? 'up to three queries with <search> query_1,query_2 </search>'
      : '<search> query </search>';
  const text =
    'Answer the given question. Reason inside <think> and </think> first. When knowledge is missing, call a search ' +
    `engine with ${search}; results come back between <information> and </information>. Give the answer inside ` +
    '<answer> and </answer>. For example, <answer> Beijing </answer>. ' +
    `Question: ${asked(question)}\n`;
  return `<|im_start|>system\nYou are Qwen, created by Alibaba Cloud. You are a helpful assistant.<|im_end|>\n<|im_start|>user\n${text}<|im_end|>\n<|im_start|>assistant\n`;
}
