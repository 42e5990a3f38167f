import { generatedBy, type Outputs } from '../outputs';

/** What a system did for one question, as the executor knows it. */
export interface Truth {
  readonly question: string | null;
  readonly golds: readonly string[];
  readonly answer: string | null;
  /** Titles that each search brought, in order; null for a document without a title. */
  readonly searches: readonly (readonly (string | null)[])[];
  readonly recorded: Readonly<Record<string, unknown>>;
}

/** Writes a generated file and what is true of it. */
export function writeWithTruth(
  out: Outputs,
  file: string,
  content: string,
  about: { readonly container: string; readonly truths: readonly Truth[] },
): void {
  out.text(`examples/rag-systems/${file}`, content);
  const name = file.replaceAll('/', '-');
  const lines = about.truths.map((truth) => `    ${JSON.stringify(truth)}`).join(',\n');
  const head = JSON.stringify(
    { generatedBy, file: `examples/rag-systems/${file}`, container: about.container },
    null,
    2,
  );
  out.text(
    `test/fixtures/rag-systems/${name}.json`,
    `${head.replace(/\n\}$/, '')},\n  "rollouts": [\n${lines}\n  ]\n}\n`,
  );
}
