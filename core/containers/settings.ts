import type { Container, FileSample } from './container';
import { isObject } from './fields/values';
import { NOTHING } from './reading';

/** Names of settings that runs are made with. */
const SETTING =
  /^(?:model|model_name|model_name_or_path|env|env_id|env_args|num_examples|rollouts_per_example|sampling_args|temperature|top_p|top_k|max_tokens|max_steps|max_turns|learning_rate|lr|batch_size|train_batch_size|per_device_train_batch_size|num_train_epochs|epochs|seed|data_seed|dataset|dataset_name|retriever|retriever_name|corpus_path|index_path|save_dir|output_dir|config|args|algorithm|actor_rollout_ref|trainer|lora_r|lora_alpha|optimizer|warmup_ratio|embedding_name|llm_name)$/;

/** Names of lists that make an object more than settings: what it was run on, or what came of it. */
const RECORDS =
  /^(?:steps|data|samples|results|docs|records|rollouts|completions|examples|questions|messages|logs|spans|resourceSpans|full_traces|parts|paragraphs|traj)$/;

/** Longest string of settings, in characters. */
const LONGEST = 20_000;

/**
 * Settings and totals of a run beside its rollouts: verifiers' `metadata.json` (`env` or `env_id`, `model`,
 * `num_examples`, `rollouts_per_example`), and other objects of settings.
 */
export const settings: Container = {
  id: 'settings',
  title: 'Settings of a run',
  holds: 'settings',
  framings: ['json', 'lines'],
  recognise({ records }: FileSample) {
    const [first] = records;
    const value = first?.value;
    if (records.length !== 1 || !isObject(value)) return null;
    const keys = Object.keys(value);
    if (keys.some((key) => RECORDS.test(key) && typeof value[key] === 'object')) return null;
    if (keys.some((key) => typeof value[key] === 'string' && value[key].length > LONGEST)) return null;
    const known = keys.filter((key) => SETTING.test(key));
    if (known.length < 2 || keys.some((key) => /^(?:question|query|prompt|text|answer|response)$/.test(key)))
      return null;
    const names = known
      .slice(0, 4)
      .map((key) => `\`${key}\``)
      .join(', ');
    return { weight: 0.6, because: `one object with ${names}` };
  },
  reader: () => () => NOTHING,
};
