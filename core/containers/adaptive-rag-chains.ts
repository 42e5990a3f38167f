import { chainOf } from './adaptive-rag/chain';
import type { Container, FileSample, Loss, RecordReader } from './container';
import { guessed, NO_GOLDS, NO_TEXTS, QUERY_GUESSED, withLosses } from './losses';
import { fieldsRead } from './fields/record-of';
import { lineGroups } from './framing/line-groups';

/** A block from its `A:` line with titles, or its `Q:` line, to its score. */
const BLOCK = /^[^\n]+\r?\n[^\n]+\r?\n(?:A: [^\n]*\r?\n)*Q: /;
const SCORE = /^S: -?\d/m;
const READ = /^Q: \[EOQ\]/m;

/**
 * Chains of Adaptive-RAG (`…_chains.txt`): blocks of question id, question, a line for what each participant of the
 * pipeline said, the answer, and the cost of the search. One-step runs hold one list of titles, IRCoT runs several.
 */
export const adaptiveRagChains: Container = {
  id: 'adaptive-rag-chains',
  title: 'Chains of Adaptive-RAG',
  holds: 'rollouts',
  framings: ['text'],
  cut: (head) => (looksLike(head) ? blocks : null),
  recognise({ records }: FileSample) {
    const fitting = records.filter(({ text }) => SCORE.test(text) && BLOCK.test(text.trimStart())).length;
    if (fitting === 0 || fitting * 2 < records.length) return null;
    return {
      weight: (0.95 * fitting) / records.length,
      because: `id, question, \`A: \`, \`Q: \` and \`S: \` lines in ${fitting} of the first ${records.length} blocks`,
    };
  },
  reader: () => read,
};

function looksLike(head: string): boolean {
  const text = head.trimStart();
  return BLOCK.test(text) && SCORE.test(text) && (READ.test(text) || text.includes('\nA: Exit? '));
}

/** A blank line ends a block. */
const blocks = lineGroups((_line, { ended }) => !ended);

const read: RecordReader = (record, _value, file) => {
  const { id, question, steps, thought, answer, cost, paragraphs, guessed: taken } = chainOf(record.text);
  const recorded = {
    id,
    ...(cost === null ? {} : { chain_score: cost }),
    steps: steps.length,
    ...(paragraphs ? { paragraphs } : {}),
  };
  const losses: Loss[] = [NO_GOLDS, NO_TEXTS];
  if (steps.length > 0) losses.push(QUERY_GUESSED);
  if (taken)
    losses.push(
      guessed('later queries are not in the file; the last sentence of the reasoning stands for them'),
    );
  return withLosses(
    fieldsRead(record, file, { traced: { question, steps, thought, answer }, golds: [], recorded }),
    losses,
  );
};
