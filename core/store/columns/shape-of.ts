import type { RowSource } from './column';

/** Lengths and counts of one rollout, gathered in one pass. Lengths are UTF-16 characters, tags included. */
export interface Shape {
  searches: number;
  queries: number;
  documents: number;
  think: number;
  search: number;
  information: number;
  answer: number;
  prompt: number;
  invalid: boolean;
  closed: boolean;
  truncated: boolean;
}

/** The shape of a rollout. */
export function shapeOf({ turns, segments, anomalies }: RowSource['rollout']): Shape {
  const shape: Shape = {
    searches: 0,
    queries: 0,
    documents: 0,
    think: 0,
    search: 0,
    information: 0,
    answer: 0,
    prompt: 0,
    invalid: false,
    closed: true,
    truncated: false,
  };
  for (const { searches, queries, documents } of turns) {
    shape.searches += searches.length || Math.min(1, queries.length);
    shape.queries += queries.length;
    shape.documents += documents.length;
  }
  for (const { kind, by, start, end } of segments) {
    if (by === 'prompt') shape.prompt += end - start;
    else if (by === 'policy') {
      if (kind === 'think' || kind === 'search' || kind === 'answer') shape[kind] += end - start;
    } else if (kind === 'information') shape.information += end - start;
    else if (kind === 'notice') shape.invalid = true;
  }
  for (const { kind } of anomalies) {
    if (kind === 'truncated') shape.truncated = true;
    else shape.closed = false;
  }
  return shape;
}
