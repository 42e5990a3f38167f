import { jsonOrUndefined } from '../../json';
import { isObject, setMember, type JsonObject, type JsonPath } from '../fields/values';

/** A value of a span's attributes, with where it stands. */
export interface Attribute {
  readonly value: unknown;
  readonly path: JsonPath;
}

/** A span of OpenTelemetry, whatever form it is written in. */
export interface OtelSpan {
  readonly trace: string;
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  /** Milliseconds since the epoch; null where the file does not say. */
  readonly start: number | null;
  readonly end: number | null;
  /** The span's attributes, and those of its events under `event.{event name}.{attribute}`. */
  readonly attributes: ReadonlyMap<string, Attribute>;
}

/** Members that OTLP's batches of spans stand under: as it is sent, and as Tempo returns it. */
const BATCHES = ['resourceSpans', 'batches'];

/** Members under which servers return a list of spans, or one of traces with such a list each. */
const WRAPPERS = ['data', 'spans', 'traces', 'trace', 'items', 'results'];

/** Most wrappers and lists around a span. */
const DEEPEST = 8;

/** Every span in a value: a span, a list of them, OTLP's `resourceSpans`, or one of these as a server wraps it. */
export function spansIn(value: unknown, path: JsonPath = [], depth = 0): OtelSpan[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((item, at) => spansIn(item, [...path, at], depth + 1));
  if (!isObject(value)) return [];
  const batches = BATCHES.find((name) => Object.hasOwn(value, name));
  if (batches !== undefined) return otlpSpans(value, batches, path);
  const span = spanOf(value, path);
  if (span) return [span];
  return WRAPPERS.flatMap((name) =>
    Object.hasOwn(value, name) ? spansIn(value[name], [...path, name], depth + 1) : [],
  );
}

function otlpSpans(value: JsonObject, name: string, path: JsonPath): OtelSpan[] {
  const spans: OtelSpan[] = [];
  for (const [at, resource] of items(value[name])) {
    for (const key of ['scopeSpans', 'instrumentationLibrarySpans']) {
      for (const [scopeAt, scope] of items(isObject(resource) ? resource[key] : undefined)) {
        const where = [...path, name, at, key, scopeAt, 'spans'];
        for (const span of spansIn(isObject(scope) ? scope['spans'] : undefined, where)) spans.push(span);
      }
    }
  }
  return spans;
}

function items(value: unknown): [number, unknown][] {
  return Array.isArray(value) ? [...value.entries()] : [];
}

/** One span: OTLP's names (`traceId`), the Python exporter's (`context.trace_id`), or flat ones (`trace_id`). */
function spanOf(value: JsonObject, path: JsonPath): OtelSpan | null {
  const context = isObject(value['context']) ? value['context'] : {};
  const trace = text(value['traceId'] ?? context['trace_id'] ?? value['trace_id']);
  const id = text(value['spanId'] ?? context['span_id'] ?? value['span_id']);
  if (trace === null || id === null) return null;
  const attributes = new Map<string, Attribute>();
  addAttributes(attributes, '', value['attributes'], [...path, 'attributes']);
  for (const [at, event] of items(value['events'])) {
    if (!isObject(event)) continue;
    const name = text(event['name']) ?? '';
    addAttributes(attributes, `event.${name}.`, event['attributes'], [...path, 'events', at, 'attributes']);
  }
  return {
    trace,
    id,
    parent: text(value['parentSpanId'] ?? value['parent_id'] ?? value['parentId'] ?? value['parent_span_id']),
    name: text(value['name']) ?? '',
    start: timeOf(value['startTimeUnixNano'] ?? value['start_time']),
    end: timeOf(value['endTimeUnixNano'] ?? value['end_time']),
    attributes,
  };
}

/** Attributes as an object, as OTLP's list of `{key, value}`, or as JSON in a string. */
function addAttributes(into: Map<string, Attribute>, prefix: string, value: unknown, path: JsonPath): void {
  if (typeof value === 'string') {
    const parsed = jsonOrUndefined(value);
    if (isObject(parsed))
      for (const key of Object.keys(parsed)) into.set(prefix + key, { value: parsed[key], path });
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) into.set(prefix + key, { value: value[key], path: [...path, key] });
  } else {
    for (const [at, pair] of items(value)) {
      if (!isObject(pair) || typeof pair['key'] !== 'string') continue;
      const [plain, below] = plainValue(pair['value']);
      into.set(prefix + pair['key'], { value: plain, path: [...path, at, 'value', ...below] });
    }
  }
}

/** OTLP wraps values by type: `{stringValue: "…"}`. */
function plainValue(value: unknown): [unknown, JsonPath] {
  if (!isObject(value)) return [value, []];
  for (const key of ['stringValue', 'intValue', 'doubleValue', 'boolValue']) {
    if (!(key in value)) continue;
    const inner = value[key];
    return [key === 'intValue' && typeof inner === 'string' ? Number(inner) : inner, [key]];
  }
  const list = isObject(value['arrayValue']) ? value['arrayValue']['values'] : undefined;
  if (Array.isArray(list)) return [list.map((item) => plainValue(item)[0]), ['arrayValue']];
  const pairs = isObject(value['kvlistValue']) ? value['kvlistValue']['values'] : undefined;
  if (!Array.isArray(pairs)) return [value, []];
  const object: Record<string, unknown> = {};
  for (const pair of pairs)
    if (isObject(pair) && typeof pair['key'] === 'string')
      setMember(object, pair['key'], plainValue(pair['value'])[0]);
  return [object, ['kvlistValue']];
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A time as milliseconds since the epoch: ISO 8601, or nanoseconds as a number or as digits. */
function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value / 1e6 : null;
  if (typeof value !== 'string') return null;
  if (/^\d{10,25}$/.test(value)) return Number(value) / 1e6;
  const time = Date.parse(value);
  if (Number.isNaN(time)) return null;
  // Date keeps milliseconds; searches begin within one.
  const finer = /\.\d{3}(\d{1,6})/.exec(value)?.[1];
  return finer === undefined ? time : time + Number(`0.${finer}`);
}
