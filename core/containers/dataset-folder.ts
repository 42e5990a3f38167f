import type { Container } from './container';
import { evidenceOfKeys } from './fields/keys';
import { jsonFraming } from './framing/json';
import { NOTHING } from './reading';

/** Key sets of the files that Hugging Face's `datasets` puts beside the data, and what they are. */
const FILES: readonly (readonly string[])[] = [
  ['_data_files', '_fingerprint'],
  ['features', 'splits'],
  ['features', 'citation', 'license'],
  ['builder_name', 'dataset_name', 'features'],
  ['splits'],
];

/** Names that these files have. */
const NAMES = /(?:^|\/)(?:dataset_infos?|state|dataset_dict)\.json$/;

/** What `datasets` writes beside the tables of a data set: `dataset_info.json`, `state.json`, `dataset_dict.json`. */
export const datasetFolder: Container = {
  id: 'dataset-folder',
  title: "Description of a data set, as Hugging Face's `datasets` writes it",
  holds: 'settings',
  framings: ['json', 'lines'],
  // An object of one list is else taken for one of records.
  cut: (head, name) => (NAMES.test(name) && /^\s{0,64}\{/.test(head) ? jsonFraming('single') : null),
  recognise(sample) {
    const named = NAMES.test(sample.name);
    if (sample.records.length !== 1) return null;
    for (const keys of FILES) {
      if (keys.length === 1 && !named) continue;
      const found = evidenceOfKeys(sample, keys, named ? 0.95 : 0.8);
      if (found) return found;
    }
    return null;
  },
  reader: () => () => NOTHING,
};
