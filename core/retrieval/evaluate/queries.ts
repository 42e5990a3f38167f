import { decode } from '../../containers/framing/decode';
import { openFileSource, unreadable, UnreadableFile } from '../../containers/file-source';
import { parseTolerant } from '../../containers/json/tolerant';
import { isObject } from '../../json';
import { jsonFramingOf } from '../corpus/framing';
import { titleKey } from '../titles';
import { queryForms, type EvaluatedQuery, type QueryForm } from './forms';

/** A file of questions. */
export interface QueryFile {
  readonly form: QueryForm;
  readonly queries: readonly EvaluatedQuery[];
  /** Records without a question, or that are no JSON: where and why. */
  readonly broken: readonly { readonly line: number; readonly message: string }[];
}

/** Reads a file of questions; its form is that of its first record. Fails with `UnreadableFile`. */
export async function readQueries(path: string, signal?: AbortSignal): Promise<QueryFile> {
  const source = await openFileSource(path);
  const queries: EvaluatedQuery[] = [];
  const broken: { line: number; message: string }[] = [];
  let form: QueryForm | null = null;
  try {
    const framing = await jsonFramingOf(source, path);
    for await (const spans of framing.spans(source, { signal })) {
      for (const span of spans) {
        const parsed = parseTolerant(decode(span).text);
        const line = span.line + 1;
        if (!parsed.ok) broken.push({ line, message: span.problem ?? `not JSON; found ${parsed.message}` });
        else if (!isObject(parsed.value) || typeof parsed.value['question'] !== 'string')
          broken.push({ line, message: 'the record has no `question`' });
        else {
          const record = parsed.value;
          form ??= queryForms.find((each) => each.golds(record) !== null) ?? null;
          queries.push({ query: parsed.value['question'], golds: distinct(form?.golds(record) ?? []) });
        }
      }
    }
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? unreadable(path, error) : error;
  } finally {
    await source.close();
  }
  const [first] = broken;
  if (!form) {
    const why = first ? `line ${first.line}: ${first.message}` : 'it is empty';
    throw new UnreadableFile(`${path}: no questions: ${why}`);
  }
  return { form, queries, broken };
}

/** Titles, each once as they are compared. */
function distinct(titles: readonly string[]): string[] {
  return [...new Map(titles.map((title) => [titleKey(title), title] as const)).values()];
}
