import type { Dialect } from '../dialect';
import { chat } from './chat';
import { drTulu } from './dr-tulu';
import { plain } from './plain';
import { r1Searcher } from './r1-searcher';
import { recall } from './recall';
import { searchR1 } from './search-r1';
import { toolCall } from './tool-call';
import { verlSearch } from './verl-search';
import { webdancer } from './webdancer';

/** Every dialect, most specific first. A new one is a file beside these and a line here. */
export const dialects: readonly Dialect[] = [
  r1Searcher,
  searchR1,
  drTulu,
  recall,
  verlSearch,
  webdancer,
  toolCall,
  chat,
  plain,
];

/** Finds a dialect by its id; null when there is none of that name. */
export function dialectOf(id: string): Dialect | null {
  return dialects.find((dialect) => dialect.id === id) ?? null;
}
