import { isObject, numberOf, valueAt, type JsonPath } from '../../containers/fields/values';
import type { Column } from './column';

/** Where a number stands among the recorded values, and what it is multiplied by. */
type Place = readonly [path: JsonPath, factor: number];

const SECOND = 1000;

/** How long a rollout took: OpenTelemetry spans, evaluations of verifiers (old and new), logs of Inspect, plain names. */
const TIMES: readonly Place[] = [
  [['ms'], 1],
  [['total_ms'], 1],
  [['timing', 'total'], SECOND],
  [['timing', 'generation', 'duration'], SECOND],
  [['timing', 'total_ms'], 1],
  [['timing', 'generation_ms'], 1],
  [['generation_ms'], 1],
  [['total_time'], SECOND],
  [['working_time'], SECOND],
  [['duration_ms'], 1],
  [['latency_ms'], 1],
  [['elapsed_ms'], 1],
  [['duration_s'], SECOND],
  [['latency_s'], SECOND],
  [['elapsed_s'], SECOND],
];

/** Tokens that went in, and those that came out: usage as OpenAI, Anthropic and verifiers write it, and plain names. */
const HOLDERS: readonly JsonPath[] = [['token_usage'], ['usage'], []];
const INPUT = ['prompt_tokens', 'input_tokens', 'num_prompt_tokens'] as const;
const OUTPUT = [
  'completion_tokens',
  'output_tokens',
  'response_tokens',
  'num_completion_tokens',
  'num_response_tokens',
] as const;

/** What a rollout cost, where the file tells. */
export const costColumns: readonly Column[] = [
  {
    id: 'ms',
    title: 'Time',
    kind: 'number',
    family: 'cost',
    explanation: 'Milliseconds that the rollout took, as the file records it; unknown where it does not.',
    shown: false,
    width: 72,
    of: ({ rollout: { recorded } }) => {
      if (!tellsCost(recorded)) return null;
      for (const [path, factor] of TIMES) {
        const time = amount(valueAt(recorded, path));
        if (time !== null) return time * factor;
      }
      return null;
    },
  },
  {
    id: 'prompt_tokens',
    title: 'Prompt tokens',
    kind: 'integer',
    family: 'cost',
    explanation: 'Tokens that went into the model, as the file records them; unknown where it does not.',
    shown: false,
    width: 80,
    of: ({ rollout }) => tokensIn(rollout.recorded, INPUT),
  },
  {
    id: 'response_tokens',
    title: 'Response tokens',
    kind: 'integer',
    family: 'cost',
    explanation: 'Tokens that the model wrote, as the file records them; unknown where it does not.',
    shown: false,
    width: 80,
    of: ({ rollout }) => tokensIn(rollout.recorded, OUTPUT),
  },
];

/** Inspect: one object a model. */
const BY_MODEL = 'model_usage';

/** Members of which one is there wherever anything is told of the cost. Most dumps have none. */
const TELLING: ReadonlySet<unknown> = new Set([
  ...TIMES.map(([[first]]) => first),
  ...HOLDERS.map(([first]) => first),
  ...INPUT,
  ...OUTPUT,
  BY_MODEL,
]);

function tellsCost(recorded: Readonly<Record<string, unknown>>): boolean {
  for (const key of Object.keys(recorded)) if (TELLING.has(key)) return true;
  return false;
}

function tokensIn(recorded: Readonly<Record<string, unknown>>, names: readonly string[]): number | null {
  if (!tellsCost(recorded)) return null;
  for (const path of HOLDERS) {
    const tokens = firstOf(valueAt(recorded, path), names);
    if (tokens !== null) return tokens;
  }
  const models = recorded[BY_MODEL];
  if (!isObject(models)) return null;
  let sum: number | null = null;
  for (const model of Object.keys(models)) {
    const tokens = firstOf(models[model], names);
    if (tokens !== null) sum = (sum ?? 0) + tokens;
  }
  return sum;
}

function firstOf(holder: unknown, names: readonly string[]): number | null {
  if (!isObject(holder)) return null;
  for (const name of names) {
    const value = Object.hasOwn(holder, name) ? amount(holder[name]) : null;
    if (value !== null) return value;
  }
  return null;
}

/** A number from 0 on; null for anything else. */
function amount(value: unknown): number | null {
  const number = typeof value === 'boolean' ? null : numberOf(value);
  return number !== null && Number.isFinite(number) && number >= 0 ? number : null;
}
