import { isObject, numberOf, setMember, without, type JsonObject } from '../fields/values';

/** Inspect's grades as numbers (`inspect_ai/scorer/_metric.py`, `value_to_float`). */
const GRADES: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };

/** What of a sample is the text, its question and golds, or too much to be kept beside them. */
const TOLD = ['messages', 'input', 'target', 'events', 'transcript', 'attachments', 'output', 'id'] as const;

/** The values that a sample holds beside its text; `log` is the log that it stands in, or null. */
export function recordedOf(sample: JsonObject, log: JsonObject | null): Record<string, unknown> {
  const recorded: Record<string, unknown> = {};
  const score = scoreOf(sample['scores'] ?? sample['score']);
  if (score !== null) recorded['score'] = score;
  const { id } = sample;
  if (typeof id === 'string' || typeof id === 'number') recorded['group'] = String(id);
  const header = log?.['eval'];
  const output = isObject(sample['output']) ? sample['output'] : {};
  const model = output['model'] ?? (isObject(header) ? header['model'] : undefined);
  if (isObject(header) && header['task'] !== undefined) recorded['task'] = header['task'];
  if (model !== undefined) recorded['model'] = model;
  const stop = stopOf(output);
  if (stop !== undefined) recorded['stop_reason'] = stop;
  const calls = callsOf(sample['events']);
  if (calls.length > 0) recorded['events'] = calls;
  const rest = without(sample, ...TOLD);
  for (const key of Object.keys(rest)) if (!isEmpty(rest[key])) setMember(recorded, key, rest[key]);
  return recorded;
}

/** The value of the first scorer, as a number; null where there is none or it is no number. */
function scoreOf(scores: unknown): number | null {
  if (!isObject(scores)) return null;
  const first = 'value' in scores ? scores : Object.values(scores)[0];
  const value = isObject(first) ? first['value'] : first;
  if (typeof value === 'string' && Object.hasOwn(GRADES, value)) return GRADES[value] ?? null;
  return numberOf(value);
}

function stopOf({ choices }: JsonObject): unknown {
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return isObject(first) ? first['stop_reason'] : undefined;
}

/** When the model and tools were called, how long it took in seconds, and what it cost in tokens. */
function callsOf(events: unknown): JsonObject[] {
  if (!Array.isArray(events)) return [];
  return events.flatMap((event: unknown) => {
    if (!isObject(event) || (event['event'] !== 'model' && event['event'] !== 'tool')) return [];
    const { event: kind, timestamp, completed, working_time, model, function: name, output } = event;
    const usage = isObject(output) ? output['usage'] : undefined;
    const called = {
      event: kind,
      name: kind === 'model' ? model : name,
      timestamp,
      completed,
      working_time,
      usage,
    };
    return [
      Object.fromEntries(Object.entries(called).filter(([, value]) => value !== undefined && value !== null)),
    ];
  });
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
