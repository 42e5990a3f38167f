import { lands, mountains, rivers, towns, waters } from './places';
import { people } from './people';
import { spoken } from './prose';
import { feasts, guilds, instruments, plants, treaties, wars } from './society';
import { row } from './table';
import { bridges, ships, works } from './works';

/** One step on the way to an answer: what to ask, which passage holds the fact, and the fact in words. */
export interface Hop {
  readonly query: string;
  readonly title: string;
  readonly fact: string;
}

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

interface Draft {
  readonly question: string;
  readonly golds: readonly string[];
  readonly wrong: string;
  readonly hops: readonly Hop[];
}

const bornIn = (name: string): Hop => ({
  query: `where was ${name} born`,
  title: name,
  fact: `${name} was born in ${row(people, name).town}`,
});
const liesOn = (town: string): Hop => ({
  query: `${town} river`,
  title: town,
  fact: `${town} lies on the ${spoken(row(towns, town).river)}`,
});
const flowsInto = (river: string): Hop => ({
  query: `${spoken(river)} river flows into`,
  title: river,
  fact: `the ${spoken(river)} flows into ${spoken(row(rivers, river).mouth)}`,
});
const madeBy = (work: string): Hop => ({
  query: `who made ${work}`,
  title: work,
  fact: `${work} is by ${row(works, work).author}`,
});
const designedBy = (bridge: string): Hop => ({
  query: `engineer of ${bridge}`,
  title: bridge,
  fact: `${bridge} was designed by ${row(bridges, bridge).engineer}`,
});
const namesOf = (place: string): string[] => {
  const water = waters.find((w) => w.name === place);
  return water ? [place, water.alias] : [spoken(place)];
};
/** Some other name of the same kind. */
const other = (rows: readonly { readonly name: string }[], not: string): string =>
  spoken((rows[(rows.findIndex((r) => r.name === not) + 2) % rows.length] ?? { name: '' }).name);

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

const byHand: Draft[] = [
  {
    question: 'Which instrument did the keeper of Østre Fyr play in the symphony by Hedda Lunde?',
    golds: ['triangle', 'the triangle'],
    wrong: 'fjord harp',
    hops: [
      {
        query: 'Østre Fyr keeper Åse Nygård instrument',
        title: 'Østre Fyr',
        fact: 'the keeper Åse Nygård played the triangle',
      },
    ],
  },
  {
    question: 'Who gave the 月見橋 to the botanical garden of Tavish?',
    golds: ['森川 葵', 'Aoi Morikawa'],
    wrong: 'Emeric Thole',
    hops: [
      {
        query: '月見橋 botanical garden Tavish',
        title: '月見橋 (Moon-Viewing Bridge)',
        fact: 'the bridge was given by the gardener 森川 葵',
      },
    ],
  },
  {
    question: 'In which year was Ñandú Press 🐦 founded?',
    golds: ['1974'],
    wrong: '1987',
    hops: [{ query: 'Ñandú Press founded', title: 'Ñandú Press 🐦', fact: 'it was founded in 1974' }],
  },
  {
    question: 'Who opened the Café Brûlé, where "Noon Without Looms" was written?',
    golds: ['Zoë Désirée Marchand'],
    wrong: 'Emilio Vantero',
    hops: [
      {
        query: 'Café Brûlé Marivel opened by',
        title: 'Café Brûlé',
        fact: 'it was opened by Zoë Désirée Marchand',
      },
    ],
  },
  {
    question: 'Where was the album Bell :) recorded?',
    golds: ['Grathe', 'the old bell pit of Grathe'],
    wrong: 'Ombra Alta',
    hops: [
      {
        query: 'album Bell recorded trio',
        title: 'Bell :) (album)',
        fact: 'it was recorded in the old bell pit of Grathe',
      },
    ],
  },
  {
    question: 'Who devised Fellsing notation?',
    golds: ['Agnes Fount'],
    wrong: 'Odile Carrance',
    hops: [
      {
        query: 'Fellsing notation devised',
        title: 'Fellsing notation',
        fact: 'it was devised by the printer Agnes Fount',
      },
    ],
  },
  {
    question: 'On which river lies the town where Hythe marks are scratched into pots?',
    golds: ['Melva'],
    wrong: 'Orlen',
    hops: [
      {
        query: 'Hythe marks unfired pots town',
        title: 'Hythe marks',
        fact: 'they are scratched into pots at Lesser Hythe',
      },
      liesOn('Lesser Hythe'),
    ],
  },
];

export const questions: readonly Question[] = [...drafts, ...byHand].map((d, i) => ({
  id: `q${String(i + 1).padStart(2, '0')}`,
  ...d,
  supporting: [...new Set(d.hops.map((hop) => hop.title))],
  yesNo: d.golds.every((gold) => gold === 'yes' || gold === 'no'),
}));
