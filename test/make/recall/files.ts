import type { Outputs } from '../outputs';
import type { Retriever } from '../retriever';
import { writeToolFile } from '../tool-calls/files';
import { execute } from './execute';

/** `examples/recall/train_40.jsonl`: a step of training as ReCall dumps it. */
export function writeRecall(out: Outputs, retriever: Retriever): void {
  const target = { file: 'examples/recall/train_40.jsonl', container: 'research-jsonl', dialect: 'recall' };
  writeToolFile(out, target, 13, (question, policy, random) => execute(question, policy, retriever, random));
}
