import { Random } from '../random';
import { odd } from './odd';
import { places, townPassages, type Passage } from './prose';
import { things } from './prose-things';

/** A passage of the corpus with its id. */
export interface CorpusPassage extends Passage {
  readonly id: string;
}

/** Every passage about the invented world, in an order that does not give the kind away. */
export function buildCorpus(): CorpusPassage[] {
  const random = new Random(1142);
  const all = [...places(random), ...townPassages(random), ...things(random), ...odd];
  return random
    .shuffle(all)
    .map(({ title, text }, i) => ({ id: String(i), title, text: text.replace(/ {2,}/g, ' ') }));
}
