import type { Retriever } from '../retriever';
import type { SearchLabel } from '../family/label';

/** A message of a chat. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'ipython';
  readonly content: string;
}

/** A chat as executed. */
export interface Chat {
  readonly messages: readonly Message[];
  readonly searches: readonly SearchLabel[];
}

/** Results as both systems print them. (ReZero: `src/search_module.py`; AutoDidact: `rl_helpers.py`) */
export function results(
  retriever: Retriever,
  query: string,
  k: number,
): { text: string; label: SearchLabel } {
  const found = retriever.search(query, k);
  return {
    text: found.map(({ text }, at) => `Result ${at + 1}:\n${text}\n------\n`).join(''),
    label: { queries: [query.trim()], titles: [found.map(({ title }) => title)], error: null },
  };
}
