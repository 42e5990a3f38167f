import { createHash } from 'node:crypto';
import { generatedBy, type Outputs } from './outputs';

/** What is known of one path of a tree, from executing it. */
export interface PathLabel {
  /** Number of the rollout in its record. */
  readonly sample: number;
  readonly group: string;
  readonly question: string;
  readonly golds: readonly string[];
  /** UTF-16 length of the own text, and the first 16 digits of its SHA-256. */
  readonly length: number;
  readonly digest: string;
  /** UTF-16 length of the prompt at its head. */
  readonly prompt: number;
  /** Per search the system ran: what asked, the query that ran (null: the question), and the titles that came back. */
  readonly searches: readonly {
    readonly operator: string | null;
    readonly query: string | null;
    readonly titles: readonly string[];
  }[];
  readonly answer: string | null;
  /** Reflection tokens in order, without brackets. */
  readonly marks: readonly string[];
  /** Values that must stand in `recorded`. */
  readonly recorded: Readonly<Record<string, unknown>>;
  /** Tags of the policy that were left open. */
  readonly open: readonly string[];
}

/** What labels say of an own text. */
export function textLabel(text: string): Pick<PathLabel, 'length' | 'digest'> {
  return {
    length: text.length,
    digest: createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16),
  };
}

/** The labels of one file of trees. */
export interface TreeLabelFile {
  readonly generatedBy: string;
  readonly file: string;
  readonly container: string;
  readonly dialect: string;
  readonly settings: Readonly<Record<string, number>>;
  readonly paths: readonly PathLabel[];
}

/** Writes the labels of a file of trees, one path a line. */
export function writeTreeLabels(out: Outputs, labels: Omit<TreeLabelFile, 'generatedBy'>): void {
  const { paths, ...rest } = labels;
  const head = JSON.stringify({ generatedBy, ...rest }, null, 2).replace(/\n\}$/, '');
  const lines = paths.map((path) => `    ${JSON.stringify(path)}`).join(',\n');
  const name = labels.file.replace(/^examples\//, '').replaceAll('/', '-');
  out.text(`test/fixtures/trees/${name}`, `${head},\n  "paths": [\n${lines}\n  ]\n}\n`);
}
