import type { Container, FileSample, Loss, RawRecord, RecordReader, RecordReading } from './container';
import { guessed, NO_DOCUMENTS, NO_GOLDS, NO_QUESTION, withLosses } from './losses';
import { fieldsRead, together } from './fields/record-of';
import type { Traced } from './fields/traced';
import { isObject } from './fields/values';
import { jsonFraming } from './framing/json';
import { lineGroups } from './framing/line-groups';
import { tracesInLines } from './otel/by-trace';
import { valuesIn } from './otel/lines';
import { isTelling } from './otel/meaning';
import { spansIn } from './otel/span';
import { byTrace, runOf } from './otel/trace';
import { broken, NOTHING } from './reading';

/** Marks of the two forms, in the head of a file. */
const OTLP = /"resourceSpans"\s*:\s*\[|"scopeSpans"\s*:\s*\[/;
const SPAN = /"trace_?id"\s*:\s*"[0-9a-zA-Z+/=]{16,40}"/i;
const SPAN_ID = /"span_?id"\s*:\s*"/i;
const START = /"start_?time(?:UnixNano)?"\s*:/i;
const ATTRIBUTES = /"attributes"\s*:\s*[[{"]/;

/** A head of fewer bytes is all of its file: see `HEAD_BYTES`, less a character that was cut. */
const WHOLE_HEAD = 256 * 1024 - 4;

/** Characters in which `resourceSpans` must begin. */
const OTLP_HEAD = 4096;

/**
 * Spans of OpenTelemetry: a JSON array of spans as the Python exporter prints them (monocle, OpenInference), one span a
 * line, or OTLP's `resourceSpans`, as a file or one batch a line. The spans of a trace lie anywhere in the file, so the
 * file is one record, and each trace in it a rollout; lines that are sorted by trace are a record for each.
 */
export const otelSpans: Container = {
  id: 'otel-spans',
  title: 'Spans of OpenTelemetry (OpenInference, generative AI conventions, monocle)',
  holds: 'rollouts',
  framings: ['json', 'text'],
  cut(head) {
    if (!looksLike(head)) return null;
    const start = head.trimStart();
    const lineEnd = start.indexOf('\n');
    const lined = start.startsWith('{') && lineEnd > 0 && /^\{.*\}\s*$/.test(start.slice(0, lineEnd));
    if (!lined) return jsonFraming('single');
    return tracesInLines(start, Buffer.byteLength(head) < WHOLE_HEAD) ?? lineGroups(() => true);
  },
  recognise({ records, framing }: FileSample) {
    const [first] = records;
    if (!first || (first.value === undefined && !looksLike(first.text))) return null;
    // Several records are the traces of a file of lines.
    if (records.length > 1 && framing !== 'text') return null;
    const values = records.flatMap(({ value, text }) =>
      value === undefined ? valuesIn(text).values : [value],
    );
    const spans = spansIn(values);
    const telling = spans.filter(isTelling).length;
    if (spans.length === 0) return null;
    const traces = new Set(spans.map(({ trace }) => trace)).size;
    return {
      weight: telling > 0 ? 0.95 : 0.6,
      because: `${spans.length} spans with trace and span ids in ${traces} ${traces === 1 ? 'trace' : 'traces'}, ${telling} of which say in a known convention what they are`,
    };
  },
  reader: () => read,
};

function looksLike(head: string): boolean {
  if (!/^\s*[[{]/.test(head)) return false;
  if (OTLP.test(head.slice(0, OTLP_HEAD))) return true;
  return [SPAN, SPAN_ID, START, ATTRIBUTES].every((mark) => mark.test(head));
}

const read: RecordReader = (record, value, file) => {
  const lines = value === undefined ? valuesIn(record.text) : null;
  const spans = spansIn(lines ? lines.values : value);
  if (spans.length === 0) {
    if (!lines && !isObject(value) && !Array.isArray(value))
      return broken(record, 'the record holds no spans');
    return { ...NOTHING, withoutText: 'the file holds no span with a trace id and a span id' };
  }
  const traces = byTrace(spans);
  const readings = traces.map((trace, sample) => {
    const { traced, recorded } = runOf(trace);
    const placed = lines ? lines.place(traced) : traced;
    return withLosses(
      fieldsRead(record, file, { traced: placed, golds: [], recorded }, traces.length === 1 ? null : sample),
      lossesOf(traced),
    );
  });
  return withFault(record, together(readings), lines?.torn ?? null);
};

function lossesOf({ question, steps = [] }: Traced): Loss[] {
  return [
    NO_GOLDS,
    ...(question ? [] : [NO_QUESTION]),
    ...(steps.some(({ documents }) => documents.length === 0) || steps.length === 0 ? [NO_DOCUMENTS] : []),
    guessed('question and answer are what went into the outermost span and came out of it'),
  ];
}

function withFault(record: RawRecord, reading: RecordReading, torn: number | null): RecordReading {
  if (torn === null) return reading;
  const byte = record.byteStart + Buffer.byteLength(record.text.slice(0, torn), 'utf8');
  return { ...reading, fault: { message: 'a line of it is not JSON; its spans are left out', byte } };
}
