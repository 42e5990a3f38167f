import { describe, expect, it } from 'vitest';
import type { Document } from '../../../core/trace/model';
import { dialectOf } from '../../../core/trace/dialects';
import { fieldsOf } from '../../../language-server/places/document-fields';
import { LineMap } from '../../../language-server/places/line-map';
import { PlacedRollout } from '../../../language-server/places/placed-rollout';
import { wholeTextPlaces } from '../../../language-server/places/text-places';
import { answerDefinition } from '../../../language-server/features/definition';
import { answerReferences } from '../../../language-server/features/references';

/** A document with the words before and behind it. */
function documentOf(own: string, title: string | null, text: string): Document {
  return { query: 0, rank: 1, title, text, score: null, start: 2, end: own.length - 2 };
}

/** What stands in the own text where a word of a field stands. */
function written(own: string, document: Document, word: string): string[] {
  return fieldsOf(own, document).flatMap(({ text, offsetOf }) => {
    const at = text.indexOf(word);
    return at < 0 ? [] : [own.slice(offsetOf(at), offsetOf(at + word.length))];
  });
}

describe('the fields of a document', () => {
  it.each([
    [
      'as they are',
      '> (3)New Delhi   New Delhi is old. <',
      'New Delhi',
      'New Delhi is old.',
      'Delhi',
      ['Delhi', 'Delhi'],
    ],
    ['one like the label', '> Title: T Text:  about T <', 'T', 'about T', 'T', ['T', 'T']],
    [
      'in a CSV cell',
      '> (1)"Title: A ""b"" Text:  say ""hi"" now" <',
      'A "b"',
      'say "hi" now',
      '"',
      ['""', '""'],
    ],
    ['in JSON', '> "\\"Caf\\u00e9\\"\\nDelhi is" <', null, '"Café"\nDelhi is', 'Delhi', ['Delhi']],
    ['not there', '> (1)Paris   is elsewhere <', 'Paris', 'something else', 'elsewhere', ['elsewhere']],
  ])('are found %s', (_how, own, title, text, word, expected) => {
    expect(written(own, documentOf(own, title, text), word)).toEqual(expected);
  });
});

describe('golds and answers in titles', () => {
  const text =
    '<think>t</think><|begin_of_query|>capital of India<|end_of_query|>\n\n<|begin_of_documents|>\n' +
    '(1)Bread   Bread is baked.\n(2)New Delhi   New Delhi is a city.\n(3)"Title: The ""New Delhi"" Text:  A film."\n' +
    '<|end_of_documents|>\n\n<think>so</think><answer>New Delhi</answer>';
  const dialect = dialectOf('r1-searcher')!;
  const parts = [{ start: 0, end: text.length, by: 'policy', path: null, rendered: false } as const];
  const rollout = {
    ...dialect.parse(text, parts),
    ...{ id: 'a#0', file: 'a', index: 0, sample: 0, question: null, golds: ['New Delhi'], text, parts },
    ...{ recorded: {}, container: 'plain-text', dialect: dialect.id, findings: [] },
  };
  const placed = new PlacedRollout(rollout, wholeTextPlaces(new LineMap(text), text.length), null);
  const places = [...text.matchAll(/New Delhi/g)].map(({ index }) => index);

  it('are marked in title and text', () => {
    expect(rollout.turns[0]?.documents.map(({ title }) => title)).toEqual([
      'Bread',
      'New Delhi',
      'The "New Delhi"',
    ]);
    const marks = [0, 1, 2].map((document) => placed.goldsIn(0, document).map(({ start }) => start));
    expect(marks).toEqual([[], places.slice(0, 2), places.slice(2, 3)]);
  });

  it('are found from the answer', () => {
    const offset = rollout.answer!.start;
    expect(
      answerReferences.at(placed, offset, { includeDeclaration: true })?.map(({ start }) => start),
    ).toEqual(places);
    expect(answerDefinition.at(placed, offset, undefined)?.selection.start).toBe(places[0]);
  });
});
