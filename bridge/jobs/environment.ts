import { JOB_MARKER } from '../processes/marked';

/** Variables of the host that a job inherits; one that ends with * stands for all that begin so. */
const PASSED = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'LD_LIBRARY_PATH', 'CUDA_HOME', 'NCCL_*', 'HF_HOME'],
  // Without these no program starts on Windows.
  ...['SYSTEMROOT', 'USERPROFILE', 'TEMP', 'TMP', 'PATHEXT', 'APPDATA', 'LOCALAPPDATA'],
];

/** Variables that every job has. Nothing is fetched from a hub unless a recipe says so. */
const FIXED: Readonly<Record<string, string>> = {
  PYTHONUNBUFFERED: '1',
  PYTHONIOENCODING: 'utf-8',
  // No GPU is leased to a job by this engine.
  CUDA_VISIBLE_DEVICES: '',
  WANDB_MODE: 'offline',
  HF_HUB_OFFLINE: '1',
  HF_HUB_DISABLE_TELEMETRY: '1',
  TOKENIZERS_PARALLELISM: 'false',
};

/** The environment of a job's processes, before the variables of its recipe. Everything else of the host is dropped. */
export function jobEnvironment(host: NodeJS.ProcessEnv, job: string): Record<string, string> {
  const passed = Object.entries(host).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && isPassed(entry[0]),
  );
  return { ...Object.fromEntries(passed), ...FIXED, [JOB_MARKER]: job, RB_ATTEMPT: '1' };
}

function isPassed(name: string): boolean {
  const upper = process.platform === 'win32' ? name.toUpperCase() : name;
  return PASSED.some((each) => (each.endsWith('*') ? upper.startsWith(each.slice(0, -1)) : upper === each));
}
