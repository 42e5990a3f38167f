import { expect } from 'vitest';
import { ChatRenderer } from '../../../core/containers/fields/chat';
import { messageOf } from '../../../core/containers/fields/messages';
import { OwnText } from '../../../core/containers/fields/own-text';
import type { Dialect } from '../../../core/trace/dialect';
import type { Author, TextPart, Trace } from '../../../core/trace/model';

/** One part by one author: what a plain text file or a response-only field gives. */
export function wholeText(text: string, by: Author = 'policy'): TextPart[] {
  return [{ start: 0, end: text.length, by, path: null, rendered: false }];
}

/** Parts of a prompt field and a response field. */
export function promptAndResponse(prompt: string, response: string): TextPart[] {
  const text = prompt + response;
  return [
    { start: 0, end: prompt.length, by: 'prompt', path: ['input'], rendered: false },
    { start: prompt.length, end: text.length, by: 'policy', path: ['output'], rendered: false },
  ];
}

/** Text and parts of chat messages, each `[role, content]`, as containers render them. */
export function chat(...messages: readonly (readonly [role: string, content: string])[]): {
  readonly text: string;
  readonly parts: readonly TextPart[];
} {
  const own = new OwnText();
  const renderer = new ChatRenderer(own);
  for (const [index, [role, content]] of messages.entries()) {
    const message = messageOf({ role, content });
    if (!message) throw new Error(`no message of ${role}`);
    renderer.add(message, ['messages', index], false);
  }
  return { text: own.text, parts: own.parts };
}

/** Queries of all turns as `mode:text`, or the text alone where there is no mode. */
export function queriesOf({ turns }: Pick<Trace, 'turns'>): string[] {
  return turns.flatMap(({ queries }) =>
    queries.map(({ text, mode }) => (mode === null ? text : `${mode}:${text}`)),
  );
}

/** A trace with its segments as readable `kind by "slice"` lines. */
export function read(dialect: Dialect, text: string, parts: readonly TextPart[] = wholeText(text)) {
  const trace = dialect.parse(text, parts);
  expectCovered(trace, text);
  return {
    ...trace,
    lines: trace.segments.map(
      ({ kind, by, start, end, closed }) => `${kind} ${by}${closed ? '' : ' open'} ${text.slice(start, end)}`,
    ),
    elements: trace.segments
      .filter(({ kind }) => kind !== 'text')
      .map(
        ({ kind, by, start, end, closed }) =>
          `${kind} ${by}${closed ? '' : ' open'} ${text.slice(start, end)}`,
      ),
  };
}

/** The invariant: segments cover the text in order, without gaps or overlaps; every other range lies inside it. */
export function expectCovered(trace: Trace, text: string): void {
  let end = 0;
  for (const segment of trace.segments) {
    if (segment.start !== end || segment.end <= segment.start) {
      throw new Error(`segment ${JSON.stringify(segment)} does not start at ${end}`);
    }
    end = segment.end;
  }
  expect(end).toBe(text.length);
  const inside = [
    ...trace.turns,
    ...trace.turns.flatMap((turn) => [...turn.queries, ...turn.documents, ...turn.searches]),
    ...trace.turns.flatMap((turn) => (turn.observation ? [turn.observation] : [])),
    ...trace.anomalies,
    ...trace.promptAnswers,
    ...(trace.citations ?? []),
    ...(trace.marks ?? []),
    ...(trace.answer ? [trace.answer] : []),
  ];
  for (const { start, end: stop } of inside) {
    if (!(start >= 0 && start <= stop && stop <= text.length))
      throw new Error(`range ${start}–${stop} is outside`);
  }
}
