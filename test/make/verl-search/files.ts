import type { Outputs } from '../outputs';
import type { Retriever } from '../retriever';
import { writeToolFile } from '../tool-calls/files';
import { execute } from './execute';

/** `examples/verl-search/40.jsonl`: a step of verl's search recipe as its trainer dumps it. */
export function writeVerlSearch(out: Outputs, retriever: Retriever): void {
  const target = { file: 'examples/verl-search/40.jsonl', container: 'verl-jsonl', dialect: 'verl-search' };
  writeToolFile(out, target, 13, (question, policy, random) => execute(question, policy, retriever, random));
}
