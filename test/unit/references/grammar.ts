import { expect, it } from 'vitest';
import { dialectOf } from '../../../core/trace/dialects';
import type { TextPart } from '../../../core/trace/model';
import { promptAndResponse, queriesOf, read, wholeText } from '../trace/support';

interface Expected {
  /** Queries of all searches, with their mode before a colon where they have one. */
  readonly queries?: readonly string[];
  readonly answer?: string | null;
  readonly titles?: readonly (string | null)[];
  /** Texts of the documents. */
  readonly texts?: readonly string[];
  /** Turns. */
  readonly turns?: number;
  /** `kind author` of the segments that are no text. */
  readonly elements?: readonly string[];
  readonly anomalies?: readonly string[];
  readonly think?: string | null;
}

export type Row = readonly [
  ref: string,
  what: string,
  dialect: string,
  text: string,
  expected: Expected,
  prompt?: string,
];

/** Reads the response of each row, behind its prompt where it has one, and compares what the row tells of it. */
export function readAll(rows: readonly Row[]): void {
  for (const [ref, what, id, response, expected, prompt] of rows)
    it(`${ref} ${what}`, () => {
      const dialect = dialectOf(id) ?? expect.fail(`no dialect ${id}`);
      const parts: readonly TextPart[] =
        prompt === undefined ? wholeText(response) : promptAndResponse(prompt, response);
      const trace = read(dialect, (prompt ?? '') + response, parts);
      const documents = trace.turns.flatMap((turn) => turn.documents);
      const found: Required<Expected> = {
        queries: queriesOf(trace),
        answer: trace.answer?.text ?? null,
        titles: documents.map(({ title }) => title),
        texts: documents.map(({ text }) => text),
        turns: trace.turns.length,
        elements: trace.segments
          .filter(({ kind }) => kind !== 'text' && kind !== 'prompt')
          .map(({ kind, by }) => `${kind} ${by}`),
        anomalies: trace.anomalies.map(({ kind, tag }) => `${kind} ${tag}`),
        think: trace.turns[0]?.think ?? null,
      };
      expect(found).toMatchObject(expected);
    });
}
