import type { Dialect } from '../dialect';
import { autodidact } from './autodidact';
import { chat } from './chat';
import { drTulu } from './dr-tulu';
import { fields } from './fields';
import { plain } from './plain';
import { r1Searcher } from './r1-searcher';
import { ragR1 } from './rag-r1';
import { react } from './react';
import { recall } from './recall';
import { research } from './research';
import { rezero } from './rezero';
import { routerag } from './routerag';
import { rqRag } from './rq-rag';
import { searchO1 } from './search-o1';
import { searchR1 } from './search-r1';
import { selfRag } from './self-rag';
import { toolCall } from './tool-call';
import { verlSearch } from './verl-search';
import { webdancer } from './webdancer';

/** Every dialect, most specific first. A new one is a file beside these and a line here. */
export const dialects: readonly Dialect[] = [
  r1Searcher,
  searchO1,
  research,
  routerag,
  ragR1,
  rezero,
  autodidact,
  searchR1,
  drTulu,
  recall,
  verlSearch,
  webdancer,
  toolCall,
  chat,
  selfRag,
  rqRag,
  react,
  fields,
  plain,
];

/** Finds a dialect by its id; null when there is none of that name. */
export function dialectOf(id: string): Dialect | null {
  return dialects.find((dialect) => dialect.id === id) ?? null;
}
