import type { Dialect } from '../dialect';
import { opened } from '../fields/elements';
import { parseFields } from '../fields/parse';

/**
 * Texts that containers made from the fields of a record: a question, what was searched, what came back, an answer.
 * The tags were put in by the container and are told from the text of the file by where they come from, so a tag that
 * stands in a field is text.
 */
export const fields: Dialect = {
  id: 'fields',
  title: 'Text made from the fields of a record',
  searchLimit: null,
  extraction: { over: 'response', minimum: 1 },
  tags: [
    {
      open: '<think>',
      close: '</think>',
      by: 'policy',
      meaning: 'Reasoning that the record keeps. The tag is not in the file.',
    },
    {
      open: '<search>',
      close: '</search>',
      by: 'policy',
      meaning:
        'What was searched; the question itself where the record names no query. The tag is not in the file.',
    },
    {
      open: '<information>',
      close: '</information>',
      by: 'environment',
      meaning: 'What came back, a document an entry. Tag, numbers and scores before the titles were put in.',
    },
    {
      open: '<answer>',
      close: '</answer>',
      by: 'policy',
      answers: true,
      meaning: 'The field that holds the answer of the system. The tag is not in the file.',
    },
  ],
  recognise(text, parts) {
    const found = new Set<string>();
    for (const part of parts) {
      const frame = part.by === 'prompt' ? null : opened(text, part);
      if (frame) found.add(`\`${frame.open}\``);
    }
    if (found.size === 0) return null;
    return {
      weight: 0.98,
      because: `the container put ${[...found].join(', ')} around fields of the record`,
    };
  },
  parse: parseFields,
};
