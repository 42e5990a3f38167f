import { countWhile } from '../../halving';
import { isObject } from '../../json';
import { turnsOfSearches } from './turns';
import { amount, moment, named, type TimedStep, type TimeSource } from './times';

/** A span as the container `otel-spans` records it: when it began, and milliseconds. */
interface Span {
  readonly name: string;
  readonly start: number | null;
  readonly ms: number;
}

/**
 * Spans of OpenTelemetry: `searches`, one a search of the text, and `models`, the calls of models around and between
 * them. A call belongs to the search that was the next to begin, for it decided on it; after the last one to the answer.
 */
export const otelSpans: TimeSource = {
  id: 'otel-spans',
  read(rollout) {
    const { recorded, turns } = rollout;
    if (rollout.container !== 'otel-spans' || !Array.isArray(recorded['searches'])) return null;
    const listed = recorded['searches'].map(spanOf);
    const places = turnsOfSearches(rollout, listed.length);
    const steps: TimedStep[] = [];
    const nexts: { readonly start: number; readonly turn: number | null }[] = [];
    for (const [index, span] of listed.entries()) {
      if (!span || span.start === null) continue;
      const turn = places?.[index] ?? null;
      nexts.push({ start: span.start, turn });
      const query = turn === null ? undefined : turns[turn]?.queries[0]?.text;
      steps.push({ turn, kind: 'search', label: query ?? span.name, start: span.start, ms: span.ms });
    }
    nexts.sort((left, right) => left.start - right.start);
    const models = Array.isArray(recorded['models']) ? recorded['models'].map(spanOf) : [];
    for (const span of models) {
      if (!span || span.start === null) continue;
      const { start, ms, name } = span;
      const next = nexts[countWhile(nexts, (each) => each.start < start)];
      const turn = next ? next.turn : places && turns.length > 0 ? turns.length - 1 : null;
      steps.push({ turn, kind: next ? 'think' : 'answer', label: name, start, ms });
    }
    const began = moment(recorded['start']);
    const total = amount(recorded['ms']);
    return steps.length === 0
      ? null
      : {
          steps,
          source: 'start and end of the spans',
          ...(began === null ? {} : { began }),
          ...(total === null ? {} : { total }),
        };
  },
};

function spanOf(value: unknown): Span | null {
  if (!isObject(value)) return null;
  const ms = amount(value['ms']);
  return ms === null ? null : { name: named(value['name'], 'span'), start: moment(value['start']), ms };
}
