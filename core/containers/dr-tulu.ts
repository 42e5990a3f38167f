import type { Container, RecordReader } from './container';
import { goldsOf } from './fields/golds';
import { evidenceOfKeys } from './fields/keys';
import { OwnText } from './fields/own-text';
import { isObject, kindOf, valueAt, without, type JsonObject } from './fields/values';
import { broken, NOTHING, one } from './reading';
import { absent, cut } from './losses';

const TEXT = ['full_traces', 'generated_text'] as const;

/** DR Tulu's traces, one a file or a line (rlresearch/dr-tulu, `agent/`): the text in `full_traces.generated_text`. */
export const drTulu: Container = {
  id: 'dr-tulu',
  title: 'DR Tulu trace',
  holds: 'rollouts',
  framings: ['json', 'lines'],
  recognise: (sample) =>
    evidenceOfKeys(sample, ['problem', 'full_traces'], 0.95, (record) => {
      const traces = record['full_traces'];
      return isObject(traces) && 'generated_text' in traces;
    }),
  reader: () => read,
};

const read: RecordReader = (record, value, file) => {
  if (!isObject(value))
    return broken(record, `the record is ${kindOf(value)}, not an object with \`full_traces\``);
  const generated = valueAt(value, TEXT);
  if (typeof generated !== 'string')
    return broken(record, `\`full_traces.generated_text\` is ${kindOf(generated)}, not a string`);
  if (generated === '') return { ...NOTHING, withoutText: '`full_traces.generated_text` is empty' };
  const text = new OwnText();
  text.add(generated, 'policy', TEXT);
  const question = value['problem'];
  const golds = goldsOf(valueAt(value, ['original_data', 'answer'])).map((gold) => gold.trim());
  const reading = one(record, file, {
    question: typeof question === 'string' ? question : null,
    golds,
    text,
    recorded: recordedOf(value),
  });
  const raw = cut('the raw output of tools is left out of what is recorded');
  const unknown = absent('no gold answer stands in `original_data.answer`');
  return { ...reading, losses: golds.length > 0 ? [raw] : [raw, unknown] };
};

/** Everything but the text, `full_traces` spread out: its counts, and its calls without what the text shows of them. */
function recordedOf(value: JsonObject): Record<string, unknown> {
  const traces = value['full_traces'];
  const counts = isObject(traces) ? without(traces, 'generated_text', 'tool_calls') : {};
  const calls = valueAt(traces, ['tool_calls']);
  const group = value['example_id'];
  return {
    ...(typeof group === 'string' || typeof group === 'number' ? { group: String(group) } : {}),
    ...counts,
    ...(Array.isArray(calls) ? { tool_calls: calls.map(callOf) } : {}),
    ...without(value, 'full_traces', 'problem'),
  };
}

function callOf(call: unknown): unknown {
  if (!isObject(call)) return call;
  const { documents } = call;
  const rest = without(call, 'output', 'raw_output', 'documents');
  return Array.isArray(documents) ? { ...rest, documents: documents.length } : rest;
}
