import type { Container } from './container';
import { evidenceOfKeys } from './fields/keys';
import { NOTHING } from './reading';

/** `metadata.json` beside a `results.jsonl` of verifiers: model, environment and sampling of the evaluation. */
export const verifiersMetadata: Container = {
  id: 'verifiers-metadata',
  title: 'Settings of a verifiers evaluation',
  holds: 'settings',
  framings: ['json', 'lines'],
  recognise: (sample) =>
    evidenceOfKeys(
      sample,
      ['model', 'num_examples', 'rollouts_per_example'],
      0.95,
      (record) => 'env' in record || 'env_id' in record,
    ),
  reader: () => () => NOTHING,
};
