import type { Container, FileSample } from './container';
import { NOTHING } from './reading';
import { lineGroups } from './framing/line-groups';

/** Lines of a head that are looked at. */
const LOOKED_AT = 100;

const AMBIGUOUS = /^Knowledge1: /;

/** A heading of Markdown has a blank after its hashes; knowledge begins right after one hash. */
const JUDGED = /^#[^#\s!]/;

/**
 * Knowledge that CRAG prepared for its generator (`ref/correct`, `ref/incorrect`, `ref/ambiguous`): a line a question,
 * `#strip; strip` or `Knowledge1: internal [sep] Knowledge2: external`.
 */
export const cragKnowledge: Container = {
  id: 'crag-knowledge',
  title: 'Knowledge that CRAG prepared for its generator',
  holds: 'corpus',
  framings: ['text'],
  cut: (head, name) => (evidenceIn(head, name) ? lineGroups(() => false) : null),
  recognise({ name, records }: FileSample) {
    return evidenceIn(records.map(({ text }) => text).join('\n'), name);
  },
  reader: () => () => NOTHING,
};

function evidenceIn(head: string, name: string): { weight: number; because: string } | null {
  if (/\.(?:md|markdown|ya?ml|toml|py|sh|cfg|ini|csv|tsv|json|jsonl|ndjson)$/i.test(name)) return null;
  const lines = head
    .split('\n')
    .slice(0, LOOKED_AT)
    .filter((line) => line.trim() !== '');
  if (lines.length === 0) return null;
  const ambiguous = lines.filter((line) => AMBIGUOUS.test(line)).length;
  if (ambiguous * 2 > lines.length) return said(0.9, '`Knowledge1: `', ambiguous, lines.length);
  const judged = lines.filter((line) => JUDGED.test(line)).length;
  return lines.length > 1 && judged * 10 >= lines.length * 9 ? said(0.8, '`#`', judged, lines.length) : null;
}

function said(
  weight: number,
  mark: string,
  count: number,
  lines: number,
): { weight: number; because: string } {
  return { weight, because: `${mark} begins ${count} of the first ${lines} lines` };
}
