import { liesOn, type Draft } from './hops';

/** Questions about the passages that are hard to read: letters, brackets, quotes and tags. */
export const byHand: readonly Draft[] = [
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
