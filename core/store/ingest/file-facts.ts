import type { RolloutFile } from '../../rollouts/rollout-file';
import type { FileFacts } from './job';

/** What the plan of reading needs to know of an open file. */
export function factsOf({ size, divisible, appended, container, dialect }: RolloutFile): FileFacts {
  const { chosen, evidence } = container;
  return {
    size,
    divisible,
    appended,
    container: chosen.id,
    dialect: dialect.chosen.id,
    without: withoutOf(chosen, evidence.because),
  };
}

function withoutOf({ holds, title }: RolloutFile['container']['chosen'], because: string): string | null {
  if (holds === 'rollouts') return null;
  return holds === 'nothing' || holds === 'records' ? because : `it holds ${holds}: ${title}`;
}
