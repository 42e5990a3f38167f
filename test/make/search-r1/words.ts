import { raw, whole, type Part } from '../parts';
import type { Random } from '../random';
import type { Hop } from '../world/questions';

/** Sentences a policy thinks and says. */
export const need = (random: Random, hop: Hop): string =>
  random.pick([
    `I need to find out: ${hop.query}.`,
    `I do not know this by heart, so I should look up "${hop.query}".`,
    `First things first: ${hop.query}? A search should settle it.`,
    `To get further I need one more fact. Let me search for "${hop.query}".`,
    `What is missing so far: ${hop.query}.`,
  ]);

export const found = (random: Random, hop: Hop): string =>
  random.pick([
    `The results say that ${hop.fact}.`,
    `Good, ${hop.fact}.`,
    `According to the passage on ${hop.title}, ${hop.fact}.`,
    `So ${hop.fact}. That settles this step.`,
    `From the documents I can see that ${hop.fact}.`,
  ]);

export const sure = (random: Random): string =>
  random.pick([
    'That answers the question.',
    'Nothing is missing any more.',
    'I have what I need and can answer now.',
    'Both pieces fit together, so I can answer.',
  ]);

const openings = [
  'Perhaps',
  'It might be that',
  'I seem to remember that',
  'On the other hand',
  'Then again',
  'Some say',
];
const subjects = [
  'the river',
  'the town',
  'the old guild',
  'the composer',
  'the ferry',
  'the northern road',
  'the treaty',
];
const verbs = [
  'is older than',
  'was named after',
  'lies close to',
  'has little to do with',
  'was paid for by',
  'followed',
];
const objects = [
  'the bridge',
  'the mill',
  'the war',
  'the harbour',
  'the mountains',
  'the bell pit',
  'the salt pans',
];

/** Talk that leads nowhere, of `n` sentences. */
export const ramble = (random: Random, n: number): string =>
  Array.from({ length: n }, () =>
    [random.pick(openings), random.pick(subjects), random.pick(verbs), random.pick(objects)].join(' '),
  )
    .map((sentence) => `${sentence}.`)
    .join(' ');

export const think = (text: string): Part[] => [...whole('think', text), raw('\n')];

/** The system's own examples put a blank on both sides of a query; not every policy keeps to that. */
export const search = (query: string, blanks = true): Part[] =>
  whole('search', blanks ? ` ${query} ` : query);
export const answer = (text: string, blanks = true): Part[] => whole('answer', blanks ? ` ${text} ` : text);
