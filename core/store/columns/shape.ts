import type { Author, SegmentKind, Turn } from '../../trace/model';
import type { Column, RowSource } from './column';

/** How long a rollout is, and whether it is in order. */
export const shapeColumns: readonly Column[] = [
  {
    id: 'turns',
    title: 'Turns',
    kind: 'integer',
    family: 'shape',
    explanation: 'Turns of the policy, from 0.',
    shown: true,
    width: 56,
    of: ({ rollout }) => rollout.turns.length,
  },
  {
    id: 'searches',
    title: 'Searches',
    kind: 'integer',
    family: 'shape',
    explanation: 'Searches in all turns; a turn whose queries have no place in the text counts one.',
    shown: true,
    width: 64,
    of: ({ rollout }) => searchesIn(rollout.turns),
  },
  {
    id: 'queries',
    title: 'Queries',
    kind: 'integer',
    family: 'shape',
    explanation: 'Queries in all searches.',
    shown: false,
    width: 64,
    of: ({ rollout }) => queriesIn(rollout.turns),
  },
  {
    id: 'queries_per_search',
    title: 'Queries a search',
    kind: 'number',
    family: 'shape',
    explanation: 'Mean number of queries in a search; unknown without a search.',
    shown: false,
    width: 72,
    of: ({ rollout: { turns } }) => {
      const searches = searchesIn(turns);
      return searches === 0 ? null : queriesIn(turns) / searches;
    },
  },
  {
    id: 'documents',
    title: 'Documents',
    kind: 'integer',
    family: 'shape',
    explanation: 'Documents that came back, in all turns.',
    shown: true,
    width: 72,
    of: ({ rollout }) => rollout.turns.reduce((sum, { documents }) => sum + documents.length, 0),
  },
  characters('think_chars', 'Thinking', 'what the policy thought', 'think', 'policy'),
  characters('search_chars', 'Search text', 'the policy’s searches', 'search', 'policy'),
  characters(
    'information_chars',
    'Retrieved text',
    'what the environment brought',
    'information',
    'environment',
  ),
  characters('answer_chars', 'Answer text', 'the policy’s answers', 'answer', 'policy'),
  {
    id: 'prompt_chars',
    title: 'Prompt',
    kind: 'integer',
    family: 'shape',
    explanation: 'UTF-16 characters of the prompt.',
    shown: false,
    width: 72,
    of: ({ rollout }) => promptChars(rollout),
  },
  {
    id: 'response_chars',
    title: 'Response',
    kind: 'integer',
    family: 'shape',
    explanation: 'UTF-16 characters behind the prompt, retrieved text included.',
    shown: false,
    width: 72,
    of: ({ rollout }) => rollout.text.length - promptChars(rollout),
  },
  {
    id: 'closed',
    title: 'Closed',
    kind: 'flag',
    family: 'shape',
    explanation: 'Whether every tag of the policy has its counterpart.',
    shown: false,
    width: 64,
    of: ({ rollout }) => rollout.anomalies.every(({ kind }) => kind === 'truncated'),
  },
  {
    id: 'truncated',
    title: 'Truncated',
    kind: 'flag',
    family: 'shape',
    explanation: 'Whether the text, or what the environment brought, stops before it should.',
    shown: false,
    width: 72,
    of: ({ rollout }) => rollout.anomalies.some(({ kind }) => kind === 'truncated'),
  },
  {
    id: 'invalid',
    title: 'Invalid action',
    kind: 'flag',
    family: 'shape',
    explanation: 'Whether the environment told the policy that it found no action.',
    shown: false,
    width: 72,
    of: ({ rollout }) => rollout.segments.some(({ kind, by }) => kind === 'notice' && by === 'environment'),
  },
];

function characters(id: string, title: string, what: string, kind: SegmentKind, by: Author): Column {
  return {
    id,
    title,
    kind: 'integer',
    family: 'shape',
    explanation: `UTF-16 characters of ${what}, tags included.`,
    shown: false,
    width: 72,
    of: ({ rollout: { segments } }) => {
      let sum = 0;
      for (const segment of segments)
        if (segment.kind === kind && segment.by === by) sum += segment.end - segment.start;
      return sum;
    },
  };
}

function searchesIn(turns: readonly Turn[]): number {
  let sum = 0;
  for (const { searches, queries } of turns) sum += searches.length || Math.min(1, queries.length);
  return sum;
}

function queriesIn(turns: readonly Turn[]): number {
  return turns.reduce((sum, { queries }) => sum + queries.length, 0);
}

function promptChars({ segments }: RowSource['rollout']): number {
  let sum = 0;
  for (const { by, start, end } of segments) if (by === 'prompt') sum += end - start;
  return sum;
}
