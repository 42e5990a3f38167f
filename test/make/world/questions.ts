import { byHand } from './questions-by-hand';
import { bornIn, designedBy, flowsInto, liesOn, madeBy, namesOf, other, type Draft, type Hop } from './hops';
import { lands, mountains, rivers, towns, waters } from './places';
import { people } from './people';
import { spoken } from './prose';
import { feasts, guilds, instruments, plants, treaties, wars } from './society';
import { row } from './table';
import { bridges, ships, works } from './works';

export type { Hop };

/** A question with its golds, and what a policy that knows the way would do. */
export interface Question {
  readonly id: string;
  readonly question: string;
  readonly golds: readonly string[];
  readonly supporting: readonly string[];
  readonly hops: readonly Hop[];
  /** A plausible answer that is wrong. */
  readonly wrong: string;
  readonly yesNo: boolean;
}

const drafts: Draft[] = [];

for (const name of [
  'Mirelle Astor',
  'Hedda Lunde',
  'Bram Ostler',
  'Rafael Ocaña',
  'Lars Eide',
  'Ragna Thorsby',
]) {
  const town = row(people, name).town;
  drafts.push({
    question: `In which town was the ${row(people, name).kind} ${name} born?`,
    golds: [town],
    wrong: other(towns, town),
    hops: [bornIn(name)],
  });
}
for (const name of [
  'Osric Penhale',
  'Gudrun Sæther',
  'Piers Wendover',
  'Corvin Dell',
  'Emilio Vantero',
  'Chiara Bonmonte',
]) {
  const { town } = row(people, name);
  const river = row(towns, town).river;
  drafts.push({
    question: `On which river lies the birthplace of ${name}?`,
    golds: [spoken(river), `${spoken(river)} River`],
    wrong: other(rivers, river),
    hops: [bornIn(name), liesOn(town)],
  });
}
for (const name of [
  'Ansel Torvik',
  'Yrsa Halloway',
  'Jonas Harrowgate',
  'Edda Quill',
  'Tomás Añorga',
  'Petra Lindqvist-Moor',
  'Bettany Crewe',
  'Sabine Orchard',
]) {
  const { town, kind } = row(people, name);
  const river = row(towns, town).river;
  const mouth = row(rivers, river).mouth;
  drafts.push({
    question: `Into what does the river flow that passes the birthplace of the ${kind} ${name}?`,
    golds: namesOf(mouth),
    wrong: other(waters, mouth),
    hops: [bornIn(name), liesOn(town), flowsInto(river)],
  });
}
for (const work of [
  'The Drowned Ferryman',
  'Waterfall at Nine',
  'Sonata for Forty Flowerpots',
  'The Paper Orchard',
  'Suite in Blue Slate',
  'Wren Quartet',
]) {
  const w = row(works, work);
  const born = row(people, w.author).town;
  drafts.push({
    question: `Where was the author of the ${w.kind} ${work} born?`,
    golds: [born],
    wrong: other(towns, born),
    hops: [madeBy(work), bornIn(w.author)],
  });
}
for (const bridge of ['Cattle Span', 'Glasswalk', 'Iron Reach', 'Brekka Footbridge', 'Escapement Bridge']) {
  const { engineer } = row(bridges, bridge);
  const { town } = row(people, engineer);
  drafts.push({
    question: `What is the birthplace of the engineer who designed ${bridge}`,
    golds: [town],
    wrong: other(towns, town),
    hops: [designedBy(bridge), bornIn(engineer)],
  });
}
for (const ship of ['Grey Heron', 'Estrella del Añil', 'Sæbjørn', 'Duchess of Hask']) {
  const s = row(ships, ship);
  drafts.push({
    question: `Who designed the ${s.kind} ${ship}?`,
    golds: [s.designer, s.designer.split(' ').slice(-1).join('')],
    wrong: other(people, s.designer),
    hops: [
      {
        query: `${ship} ${s.kind} designer`,
        title: `${ship} (ship)`,
        fact: `${ship} was designed by ${s.designer}`,
      },
    ],
  });
}
for (const war of wars) {
  const t = row(treaties, war.treaty);
  drafts.push({
    question: `In which town was the treaty signed that ended the ${war.name}?`,
    golds: [t.town],
    wrong: other(towns, t.town),
    hops: [
      {
        query: `${war.name} ended by treaty`,
        title: war.name,
        fact: `the ${war.name} was ended by the ${t.name}`,
      },
      { query: `${t.name} signed at`, title: t.name, fact: `the ${t.name} was signed at ${t.town}` },
    ],
  });
}
for (const plant of ['Skarn lily', "Thole's nettle", 'Salmon moss', "Bonmonte's gentian"]) {
  const p = row(plants, plant);
  const { land } = row(mountains, p.mountain);
  drafts.push({
    question: `In which country is the mountain on which ${plant} grows?`,
    golds: [land],
    wrong: other(lands, land),
    hops: [
      { query: `where does ${plant} grow`, title: plant, fact: `${plant} grows on ${p.mountain}` },
      { query: `${p.mountain} country`, title: p.mountain, fact: `${p.mountain} is in ${land}` },
    ],
  });
}
for (const guild of ['Guild of Quiet Clocks', 'Hall of Pilots', 'Madder Brotherhood']) {
  const g = row(guilds, guild);
  drafts.push({
    question: `What is the emblem of the ${guild}?`,
    golds: [g.emblem],
    wrong: other(
      guilds.map((x) => ({ name: x.emblem })),
      g.emblem,
    ),
    hops: [{ query: `${guild} emblem`, title: guild, fact: `its emblem is ${g.emblem}` }],
  });
}
for (const feast of ['Bore Race', 'Goose Day', 'Night of Floating Candles']) {
  const f = row(feasts, feast);
  drafts.push({
    question: `Which dish is eaten at the ${feast}?`,
    golds: [f.dish],
    wrong: other(
      feasts.map((x) => ({ name: x.dish })),
      f.dish,
    ),
    hops: [{ query: `${feast} dish`, title: feast, fact: `the dish is ${f.dish}` }],
  });
}
for (const instrument of ['fjord harp', 'slate cittern']) {
  const i = row(instruments, instrument);
  const river = row(towns, i.town).river;
  drafts.push({
    question: `On which river was the ${instrument} first built?`,
    golds: [spoken(river)],
    wrong: other(rivers, river),
    hops: [
      {
        query: `${instrument} first built`,
        title: i.name[0]?.toUpperCase() + i.name.slice(1),
        fact: `it was first built at ${i.town}`,
      },
      liesOn(i.town),
    ],
  });
}
for (const [one, two] of [
  ['Grathe', 'Nordhelm'],
  ['Tavish', 'Penquell'],
  ['Marivel', 'Castelvay'],
  ['Oskelby', 'Dunmarrow'],
] as const) {
  const same = row(towns, one).river === row(towns, two).river;
  drafts.push({
    question: `Do ${one} and ${two} lie on the same river?`,
    golds: [same ? 'yes' : 'no'],
    wrong: same ? 'no' : 'yes',
    hops: [liesOn(one), liesOn(two)],
  });
}
for (const [one, two] of [
  ['Melva', 'Añil'],
  ['Tarrel', 'Skarrow'],
] as const) {
  const [a, b] = [row(rivers, one), row(rivers, two)];
  const longer = Number(a.length) > Number(b.length);
  drafts.push({
    question: `Is the ${one} longer than the ${two}?`,
    golds: [longer ? 'yes' : 'no'],
    wrong: longer ? 'no' : 'yes',
    hops: [
      { query: `length of the ${one}`, title: one, fact: `the ${one} is ${a.length} kilometres long` },
      { query: `length of the ${two}`, title: two, fact: `the ${two} is ${b.length} kilometres long` },
    ],
  });
}

export const questions: readonly Question[] = [...drafts, ...byHand].map((d, i) => ({
  id: `q${String(i + 1).padStart(2, '0')}`,
  ...d,
  supporting: [...new Set(d.hops.map((hop) => hop.title))],
  yesNo: d.golds.every((gold) => gold === 'yes' || gold === 'no'),
}));
