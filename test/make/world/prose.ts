import type { Random } from '../random';
import { lands, mountains, rivers, towns, waters } from './places';
import { people } from './people';
import { row } from './table';

/** A passage: its title and its text, as the corpus holds it. */
export interface Passage {
  readonly title: string;
  readonly text: string;
}

/** How a river, town or sea is called in running text: without the bracketed part of its title. */
export const spoken = (name: string): string => name.replace(/ \([^)]*\)$/, '');

/** A sea or a river, with its article. */
export const the = (name: string): string =>
  /^(Lake|Mount|Pico|Greyhorn)/.test(name) ? name : `the ${spoken(name)}`;

/** "A", "A and B", "A, B and C". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;

export const thousands = (n: string): string => n.replace(/\B(?=(\d{3})+$)/g, ',');

export const landOf = (town: string): string => row(rivers, row(towns, town).river).land;

export function places(random: Random): Passage[] {
  const out: Passage[] = [];
  for (const land of lands) {
    const riverNames = rivers.filter((r) => r.land === land.name).map((r) => spoken(r.name));
    out.push({
      title: land.name,
      text: `${land.name} is a country whose capital is ${land.capital} and whose coin is ${land.coin}. It is drained by ${listed(riverNames.map((r) => `the ${r}`))}. ${land.note}`,
    });
  }
  for (const w of waters) {
    const feeders = rivers.filter((r) => r.mouth === w.name).map((r) => spoken(r.name));
    out.push({
      title: w.name,
      text: random
        .pick([
          `${w.name}, also called ${w.alias}, is a ${w.kind} on the coast of ${w.land}. The ${feeders.join(' and the ')} ${feeders.length > 1 ? 'flow' : 'flows'} into it. ${w.note} Charts of it were first printed at Tavish in the seventeenth century.`,
          `The ${w.kind} known as ${w.name} or ${w.alias} belongs to ${w.land}. It receives the waters of the ${feeders.join(' and the ')}. ${w.note} Its shores are low, sandy and thinly settled except around the harbours.`,
        ])
        .replace('on the coast of', w.kind === 'lake' ? 'in' : 'on the coast of'),
    });
  }
  for (const m of mountains) {
    const from = rivers.filter((r) => r.source === m.name).map((r) => spoken(r.name));
    out.push({
      title: m.name,
      text: `${m.name} is a mountain or group of mountains in ${m.land}, rising to ${thousands(m.height)} metres and first climbed in ${m.firstAscent}. ${from.length ? `The ${from.join(' and the ')} ${from.length > 1 ? 'rise' : 'rises'} on its slopes. ` : ''}${m.note}`,
    });
  }
  for (const r of rivers) {
    const along = towns.filter((t) => t.river === r.name).map((t) => t.name);
    const name = spoken(r.name);
    const list =
      along.length > 0 ? `${listed(along)} ${along.length > 1 ? 'lie' : 'lies'} on its banks.` : '';
    out.push({
      title: r.name,
      text: random.pick([
        `The ${name} is a river of ${r.land}, ${r.length} kilometres long. It rises in ${the(r.source)} and flows into ${the(r.mouth)}. ${list} ${r.note}`,
        `Rising in ${the(r.source)}, the ${name} runs ${r.length} kilometres through ${r.land} before it reaches ${the(r.mouth)}, into which it flows. ${list} ${r.note}`,
        `With a length of ${r.length} kilometres the ${name} is among the better known rivers of ${r.land}. Its source lies in ${the(r.source)}; it flows into ${the(r.mouth)}. ${list} ${r.note}`,
      ]),
    });
  }
  return out;
}

export function townPassages(random: Random): Passage[] {
  const out: Passage[] = [];
  for (const t of towns) {
    const land = landOf(t.name);
    const capital = lands.some((l) => l.capital === t.name);
    const market = random.pick([
      'Markets are held on the square twice a week.',
      'A night coach still stops at the lower gate.',
      'Its oldest inn has rented out the same nine rooms since the great frost.',
      'The road to the coast leaves through the western gate.',
      'Every third house has a cellar cut into the rock.',
    ]);
    out.push({
      title: t.name,
      text: random.pick([
        `${t.name} is a town on ${the(t.river)} in ${land}, founded in ${t.founded}. It has about ${thousands(t.people)} inhabitants and is known for its ${t.trade}. ${capital ? `It is the capital of ${land}. ` : ''}${t.note} ${market}`,
        `First mentioned in ${t.founded}, ${t.name} lies on the banks of ${the(t.river)} in ${land}. ${capital ? `It is the seat of the country's government. ` : ''}Most of its ${thousands(t.people)} people once lived from ${t.trade}. ${t.note} ${market}`,
        `${t.name}, ${capital ? 'the capital' : 'a town'} of ${land}, stands where an old road crosses ${the(t.river)}. It was founded in ${t.founded}, has a population of ${thousands(t.people)} and made its name by ${t.trade}. ${t.note} ${market}`,
      ]),
    });
    const born = people.filter((p) => p.town === t.name);
    if (born.length > 0) {
      const names = born.map((p) => `the ${p.kind} ${p.name} (${p.born}–${p.died})`);
      out.push({
        title: t.name,
        text: `Among the people born in ${t.name} ${born.length > 1 ? 'are' : 'is'} ${listed(names)}. A walk of ${3 + random.below(9)} stations leads past ${born.length > 1 ? 'their houses' : 'the house'}, the market and the old quay on ${the(t.river)}. The records of the parish are kept in the town's archive, which opens on ${random.pick(['Tuesdays', 'the first Friday of the month', 'request', 'market days'])}.`,
      });
    }
  }
  return out;
}
