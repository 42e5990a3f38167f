import type { Random } from '../random';
import { people } from './people';
import { landOf, spoken, the, type Passage } from './prose';
import { feasts, guilds, instruments, plants, treaties, wars } from './society';
import { row } from './table';
import { bridges, ships, works } from './works';

function peoplePassages(random: Random): Passage[] {
  return people.map((p) => {
    const made = works.filter((w) => w.author === p.name).map((w) => w.name);
    const school = p.teacher === '-' ? 'was largely self-taught' : `was a pupil of ${p.teacher}`;
    const known = made.length > 0 ? `; the chief work is ${made.join(' and ')}` : '';
    const text =
      p.kind === 'ruler'
        ? `${p.name} (${p.born}–${p.died}) was a ruler born in ${p.town}, in what is now ${landOf(p.town)}. The reign is remembered for the treaty that ended years of quarrel with the neighbours. ${p.note} The seal of the house is kept at ${p.town}.`
        : random.pick([
            `${p.name} (${p.born}–${p.died}) was a ${p.kind} from ${landOf(p.town)}. Born in ${p.town}, ${spoken(p.name).split(' ')[0]} ${school}${known}. ${p.note} A plaque in ${p.town} marks the house of birth.`,
            `The ${p.kind} ${p.name} was born in ${p.town} in ${p.born} and died in ${p.died}. According to the parish book the family had lived there for six generations. ${p.name} ${school}${known}. ${p.note}`,
            `Born in ${p.town} in ${p.born}, ${p.name} became one of the best known ${p.kind}s of ${landOf(p.town)}. ${spoken(p.name).split(' ').at(-1)} ${school}${known}. ${p.note} Death came in ${p.died}, after a short illness.`,
          ]);
    return { title: p.name, text: text.replace(/\ba ([aeio]\w+)/gi, 'an $1') };
  });
}

function worksPassages(random: Random): Passage[] {
  return works.map((w) => {
    const kind = row(people, w.author).kind;
    const done = kind === 'composer' ? 'first performed' : kind === 'painter' ? 'first shown' : 'published';
    return {
      title: w.name,
      text: random
        .pick([
          `${w.name} is a ${w.kind} by the ${kind} ${w.author}, ${done} at ${w.town} in ${w.year}. ${w.note} ${random.pick(['Critics of the day were divided, but it has never been out of favour since.', 'It was forgotten for half a century and found again in a cupboard.', 'A second version, a little shorter, followed within two years.'])}`,
          `The ${w.kind} ${w.name} is a work of ${w.author}. It was ${done} in ${w.year} at ${w.town}, before a small audience. ${w.note} The original is kept in the archive of the town.`,
        ])
        .replace(/\b([Aa]) ([aeio]\w+)/g, '$1n $2'),
    };
  });
}

function crafts(random: Random): Passage[] {
  return [
    ...ships.map((s) => ({
      title: `${s.name} (ship)`,
      text: random
        .pick([
          `The ${s.name} was a ${s.kind} built at ${s.yard} in ${s.year} to a design by ${s.designer}. She ${s.fate}. ${s.note} A model of her stands in the town hall of ${s.yard}, one hand high.`,
          `${s.name}, a ${s.kind} designed by ${s.designer}, left the yard of ${s.yard} in ${s.year}. ${s.note} The ${s.name} ${s.fate}, and her papers were given to the museum.`,
        ])
        .replace(/\ba (ice)/g, 'an $1'),
    })),
    ...bridges.map((b) => ({
      title: b.name,
      text: random.pick([
        `${b.name} crosses ${the(b.river)} at ${b.town}. It was designed by ${b.engineer}, opened in ${b.year} and is ${b.length} metres long. ${b.note} The toll house at its eastern end is a bakery today.`,
        `Opened in ${b.year}, ${b.name} is a bridge of ${b.length} metres over ${the(b.river)} in ${b.town}, the work of the engineer ${b.engineer}. ${b.note} Repairs are paid for out of a fund of the town.`,
      ]),
    })),
    ...instruments.map((i) => ({
      title: i.name[0]?.toUpperCase() + i.name.slice(1),
      text: `The ${i.name} is a musical instrument with ${i.strings} strings, first built at ${i.town} by ${i.maker} in ${i.year}. ${i.note} Fewer than a dozen players master it, and all of them also teach.`,
    })),
  ];
}

function society(): Passage[] {
  return [
    ...wars.map((w) => ({
      title: w.name,
      text: `The ${w.name} was fought between ${w.one} and ${w.other} from ${w.start} to ${w.end}. It was ended by the ${w.treaty}. ${w.note} Neither side gained a village, and the cost was still being paid off by the grandchildren of those who had fought.`,
    })),
    ...treaties.map((t) => ({
      title: t.name,
      text: `The ${t.name} was signed at ${t.town} in ${t.year} by ${t.one} and ${t.other}. The chief signatory was ${t.signer}, and the main term was ${t.term}. ${t.note} Copies are held in the archives of both countries.`,
    })),
    ...guilds.map((g) => ({
      title: g.name,
      text: `The ${g.name} of ${g.town} was founded in ${g.founded} by ${g.founder}. Its emblem is ${g.emblem}. ${g.note} It still meets on the eve of its founding day and admits no more than three new members a year.`,
    })),
    ...plants.map((p) => ({
      title: p.name,
      text: `${p.name}, also called ${p.alias}, is a plant that grows on ${the(p.mountain)}. It was described in ${p.year} by the botanist ${p.botanist} and is used for ${p.use}. ${p.note} Collecting it has needed a permit since 1954.`,
    })),
    ...feasts.map((f) => ({
      title: f.name,
      text: `The ${f.name} is held in ${f.town} every ${f.month} and goes back to ${f.since}. The dish of the day is ${f.dish}. ${f.note} Strangers are welcome so long as they help to clear up on the following morning.`,
    })),
  ];
}

export const things = (random: Random): Passage[] => [
  ...peoplePassages(random),
  ...worksPassages(random),
  ...crafts(random),
  ...society(),
];
