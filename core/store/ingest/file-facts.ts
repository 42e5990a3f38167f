import { whyWithout } from '../../containers/holding';
import type { RolloutFile } from '../../rollouts/rollout-file';
import type { FileFacts } from './job';

/** What the plan of reading needs to know of an open file. */
export function factsOf({ size, divisible, appended, container, dialect }: RolloutFile): FileFacts {
  return {
    size,
    divisible,
    appended,
    container: container.chosen.id,
    dialect: dialect.chosen.id,
    without: whyWithout(container),
  };
}
