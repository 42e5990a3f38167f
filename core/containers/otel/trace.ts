import type { TracedStep, Traced } from '../fields/traced';
import { documentsOfSpan, inputOf, kindOfSpan, outputOf } from './meaning';
import type { OtelSpan } from './span';

/** One trace as a run: its searches in the order in which they began. */
export interface Run {
  readonly traced: Traced;
  readonly recorded: Readonly<Record<string, unknown>>;
}

/** The spans of each trace, in the order in which traces first occur. */
export function byTrace(spans: readonly OtelSpan[]): OtelSpan[][] {
  const traces = new Map<string, OtelSpan[]>();
  for (const span of spans) {
    const known = traces.get(span.trace);
    if (known) known.push(span);
    else traces.set(span.trace, [span]);
  }
  return [...traces.values()];
}

/**
 * A trace as a run. A retrieval inside another one (a retriever that wraps a second) is part of it and no search of its
 * own. The question is what went into the outermost span that says so, the answer what came out of it.
 */
export function runOf(spans: readonly OtelSpan[]): Run {
  const tree = new SpanTree(spans);
  const ordered = [...spans].sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  const retrievals = ordered.filter((span) => kindOfSpan(span) === 'retrieval');
  const searches = retrievals.filter((span) => !tree.inside(span, 'retrieval'));
  const outer = ordered
    .filter((span) => kindOfSpan(span) === 'other')
    .sort((a, b) => tree.depth(a) - tree.depth(b));
  const question = outer.map(inputOf).find((source) => source !== null) ?? null;
  const answered = outer.map(outputOf).find((source) => source !== null);
  const models = ordered.filter((span) => kindOfSpan(span) === 'model' && !tree.inside(span, 'model'));
  const answer = answered ?? models.map(outputOf).findLast((source) => source !== null) ?? null;
  const steps = searches.map((span): TracedStep => ({
    query: inputOf(span),
    documents: documentsOfSpan(span),
  }));
  const [first] = ordered;
  return {
    traced: { question, steps, answer },
    recorded: {
      group: null,
      trace_id: first?.trace ?? null,
      start: isoOf(ordered.find(({ start }) => start !== null)?.start ?? null),
      ms: durationOf(ordered),
      spans: spans.length,
      model_calls: models.length,
      nested_retrievals: retrievals.length - searches.length,
      searches: searches.map(timedSpan),
      models: models.map(timedSpan),
    },
  };
}

/** When a span began, and how many milliseconds it took. */
function timedSpan({ id, name, start, end }: OtelSpan): Readonly<Record<string, unknown>> {
  const ms = start === null || end === null ? null : end - start;
  return { span_id: id, name, start: isoOf(start), ms };
}

/** A time with its microseconds, which order spans that begin in the same millisecond. */
function isoOf(time: number | null): string | null {
  if (time === null || Math.abs(time) > LATEST) return null;
  const whole = Math.floor(time);
  const micros = Math.floor((time - whole) * 1000);
  return new Date(whole).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`);
}

/** The last moment that a Date can be, in milliseconds. */
const LATEST = 8.64e15;

/** From the first start to the last end, in milliseconds. */
function durationOf(spans: readonly OtelSpan[]): number | null {
  let first: number | null = null;
  let last: number | null = null;
  for (const { start, end } of spans) {
    if (start !== null && (first === null || start < first)) first = start;
    if (end !== null && (last === null || end > last)) last = end;
  }
  return first === null || last === null ? null : last - first;
}

/** Who is inside whom. Parents that form a ring, or are not in the file, end the way up. */
class SpanTree {
  readonly #byId = new Map<string, OtelSpan>();
  readonly #depths = new Map<string, number>();
  readonly #within = new Map<string, ReadonlySet<string>>();

  constructor(spans: readonly OtelSpan[]) {
    for (const span of spans) this.#byId.set(span.id, span);
    for (const span of spans) this.#place(span);
  }

  depth(span: OtelSpan): number {
    return this.#depths.get(span.id) ?? 0;
  }

  /** Whether one of the spans around it is of a kind. */
  inside(span: OtelSpan, kind: string): boolean {
    return this.#within.get(span.id)?.has(kind) ?? false;
  }

  /** Each span is placed once, after those around it. */
  #place(span: OtelSpan): void {
    const way: OtelSpan[] = [];
    const onWay = new Set<string>();
    let current: OtelSpan | undefined = span;
    while (current && !this.#depths.has(current.id) && !onWay.has(current.id)) {
      way.push(current);
      onWay.add(current.id);
      current = current.parent === null ? undefined : this.#byId.get(current.parent);
    }
    for (const each of way.reverse()) {
      const around = each.parent === null ? undefined : this.#byId.get(each.parent);
      const known = around && this.#depths.has(around.id) ? around : undefined;
      this.#depths.set(each.id, known ? this.depth(known) + 1 : 0);
      this.#within.set(each.id, known ? withKind(this.#within.get(known.id), kindOfSpan(known)) : new Set());
    }
  }
}

/** The kinds around a span's child; the same set where nothing is new, so that deep trees stay small. */
function withKind(around: ReadonlySet<string> | undefined, kind: string): ReadonlySet<string> {
  if (around?.has(kind)) return around;
  return new Set([...(around ?? []), kind]);
}
