import type { Fork, Observed } from '../family/play';
import { tagged } from '../family/voices';
import type { Retriever } from '../retriever';
import { extract } from '../search-r1/execute';
import { lengthOfPieces, normalise } from '../text';
import type { CorpusPassage } from '../world/corpus';

/** `sq` asks one query a search, `mq` several parted by commas. */
export type Mode = 'sq' | 'mq';

/** Passages are short here, so the limit is too; the scripts’ is 1000. */
const MAX_OBSERVATION = 150;
const TOP_K = 3;
const CLOSER = '\n</information>\n';

const lines = (results: readonly CorpusPassage[]): string =>
  results.map(({ title, text }, at) => `Doc ${at + 1}: ${title}   ${text}`).join('\n');

/** What `json.dumps(value, indent=2)` prints: every character outside ASCII is escaped. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const shown = (results: readonly CorpusPassage[], text: string): string[] =>
  results.filter(({ title }, at) => text.includes(`Doc ${at + 1}: ${title}   `)).map(({ title }) => title);

/** One query: cut to the limit, with or without the closing tag. (RAG-R1: `generation_sq.py`) */
function single(retriever: Retriever, query: string, keepsCloser: boolean): Observed {
  const results = retriever.search(query, TOP_K);
  const whole = `\n<information>\n${lines(results)}${CLOSER}`;
  const limit = lengthOfPieces(whole, MAX_OBSERVATION);
  const cut = limit < whole.length;
  const kept = whole.slice(0, cut && keepsCloser ? lengthOfPieces(whole, MAX_OBSERVATION - 4) : limit);
  const text = cut && keepsCloser ? kept + CLOSER : kept;
  const truncated = cut && !text.includes('</information>\n', text.length - CLOSER.length);
  return { text, label: { queries: [query], titles: [shown(results, text)], error: null }, truncated };
}

/** Several queries, each with its own cut before the JSON is made. (RAG-R1: `generation_mq.py`) */
function several(retriever: Retriever, content: string): Observed {
  const queries = content
    .split(',')
    .map((query) => query.trim())
    .filter((query) => query !== '');
  const found = queries.map((query) => retriever.search(query, TOP_K));
  const documents = found.map((results) => {
    const text = lines(results);
    return text.slice(0, lengthOfPieces(text, MAX_OBSERVATION));
  });
  const titles = found.map((results, at) => shown(results, documents[at] ?? ''));
  return {
    text: `\n<information>\n${asciiJson({ query: queries, documents })}${CLOSER}`,
    label: { queries, titles, error: null },
    truncated: false,
  };
}

/** RAG-R1’s training protocol in one of its modes. */
export const ragR1 = (retriever: Retriever, mode: Mode): Fork => ({
  maxTurns: 5,
  maxResponseTokens: 200,
  voice: tagged,
  observe: (query, random) =>
    mode === 'mq' ? several(retriever, query) : single(retriever, query, random.below(2) === 0),
  score: (text, golds) => {
    const extracted = extract(text);
    return golds.some((gold) => extracted !== null && normalise(gold) === normalise(extracted)) ? 1 : 0;
  },
});
