import type { Container } from './container';
import type { Evidence } from '../trace/dialect';

/** Why a file holds no rollouts, as a clause: what it holds instead, and what speaks for it. */
export function whyWithout({ holds, title }: Container, { because }: Evidence): string {
  return holds === 'nothing' || holds === 'records'
    ? because
    : `it is ${title.charAt(0).toLowerCase()}${title.slice(1)}: ${because}`;
}
