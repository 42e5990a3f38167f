import type { Column } from './column';

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
    of: ({ shape }) => shape.searches,
  },
  {
    id: 'queries',
    title: 'Queries',
    kind: 'integer',
    family: 'shape',
    explanation: 'Queries in all searches.',
    shown: false,
    width: 64,
    of: ({ shape }) => shape.queries,
  },
  {
    id: 'queries_per_search',
    title: 'Queries a search',
    kind: 'number',
    family: 'shape',
    explanation: 'Mean number of queries in a search; unknown without a search.',
    shown: false,
    width: 72,
    of: ({ shape }) => {
      const { searches, queries } = shape;
      return searches === 0 ? null : queries / searches;
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
    of: ({ shape }) => shape.documents,
  },
  characters('think_chars', 'Thinking', 'what the policy thought', 'think'),
  characters('search_chars', 'Search text', 'the policy’s searches', 'search'),
  characters('information_chars', 'Retrieved text', 'what the environment brought', 'information'),
  characters('answer_chars', 'Answer text', 'the policy’s answers', 'answer'),
  {
    id: 'prompt_chars',
    title: 'Prompt',
    kind: 'integer',
    family: 'shape',
    explanation: 'UTF-16 characters of the prompt.',
    shown: false,
    width: 72,
    of: ({ shape }) => shape.prompt,
  },
  {
    id: 'response_chars',
    title: 'Response',
    kind: 'integer',
    family: 'shape',
    explanation: 'UTF-16 characters behind the prompt, retrieved text included.',
    shown: false,
    width: 72,
    of: ({ rollout, shape }) => rollout.text.length - shape.prompt,
  },
  {
    id: 'closed',
    title: 'Closed',
    kind: 'flag',
    family: 'shape',
    explanation: 'Whether every tag of the policy has its counterpart.',
    shown: false,
    width: 64,
    of: ({ shape }) => shape.closed,
  },
  {
    id: 'truncated',
    title: 'Truncated',
    kind: 'flag',
    family: 'shape',
    explanation: 'Whether the text, or what the environment brought, stops before it should.',
    shown: false,
    width: 72,
    of: ({ shape }) => shape.truncated,
  },
  {
    id: 'invalid',
    title: 'Invalid action',
    kind: 'flag',
    family: 'shape',
    explanation: 'Whether the environment told the policy that it found no action.',
    shown: false,
    width: 72,
    of: ({ shape }) => shape.invalid,
  },
];

type Measured = 'think' | 'search' | 'information' | 'answer';

function characters(id: string, title: string, what: string, kind: Measured): Column {
  return {
    id,
    title,
    kind: 'integer',
    family: 'shape',
    explanation: `UTF-16 characters of ${what}, tags included.`,
    shown: false,
    width: 72,
    of: ({ shape }) => shape[kind],
  };
}
