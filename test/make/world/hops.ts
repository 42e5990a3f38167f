import { rivers, towns, waters } from './places';
import { people } from './people';
import { spoken } from './prose';
import { row } from './table';
import { bridges, works } from './works';

/** One step on the way to an answer: what to ask, which passage holds the fact, and the fact in words. */
export interface Hop {
  readonly query: string;
  readonly title: string;
  readonly fact: string;
}

/** A question as it is written down here; the rest of it follows from its hops. */
export interface Draft {
  readonly question: string;
  readonly golds: readonly string[];
  readonly wrong: string;
  readonly hops: readonly Hop[];
}

export const bornIn = (name: string): Hop => ({
  query: `where was ${name} born`,
  title: name,
  fact: `${name} was born in ${row(people, name).town}`,
});
export const liesOn = (town: string): Hop => ({
  query: `${town} river`,
  title: town,
  fact: `${town} lies on the ${spoken(row(towns, town).river)}`,
});
export const flowsInto = (river: string): Hop => ({
  query: `${spoken(river)} river flows into`,
  title: river,
  fact: `the ${spoken(river)} flows into ${spoken(row(rivers, river).mouth)}`,
});
export const madeBy = (work: string): Hop => ({
  query: `who made ${work}`,
  title: work,
  fact: `${work} is by ${row(works, work).author}`,
});
export const designedBy = (bridge: string): Hop => ({
  query: `engineer of ${bridge}`,
  title: bridge,
  fact: `${bridge} was designed by ${row(bridges, bridge).engineer}`,
});
export const namesOf = (place: string): string[] => {
  const water = waters.find((w) => w.name === place);
  return water ? [place, water.alias] : [spoken(place)];
};
/** Some other name of the same kind. */
export const other = (rows: readonly { readonly name: string }[], not: string): string =>
  spoken((rows[(rows.findIndex((r) => r.name === not) + 2) % rows.length] ?? { name: '' }).name);
