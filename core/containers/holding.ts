import type { Container } from './container';
import type { Evidence } from '../trace/dialect';

/** What a file was taken for, and what speaks for it. */
interface TakenFor {
  readonly chosen: Pick<Container, 'holds' | 'title'>;
  readonly evidence: Pick<Evidence, 'because'>;
}

/** Why a file holds no rollouts, as a clause: what it holds instead, and what speaks for it. Null where it does. */
export function whyWithout({ chosen: { holds, title }, evidence: { because } }: TakenFor): string | null {
  if (holds === 'rollouts') return null;
  return holds === 'nothing' || holds === 'records'
    ? because
    : `it is ${title.charAt(0).toLowerCase()}${title.slice(1)}: ${because}`;
}

/** The sentence about a file without rollouts. */
export const withoutWords = (path: string, why: string): string => `${path} holds no rollouts: ${why}`;
