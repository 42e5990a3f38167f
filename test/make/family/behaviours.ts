import type { Random } from '../random';
import { found, need, ramble, sure } from '../search-r1/words';
import type { Question } from '../world/questions';

/** How a system writes what all of them have. */
export interface Voice {
  think(text: string): string;
  search(query: string): string;
  answer(text: string): string;
  /** An observation that the policy makes up. */
  forged(fact: string): string;
  readonly searchOpen: string;
  readonly searchClose: string;
}

/** A scripted policy: the texts of its turns, good or bad. After them it says nothing of use. */
export interface Behaviour {
  readonly name: string;
  /** Questions it is played on, by id. */
  readonly on: string;
  turns(question: Question, voice: Voice, random: Random): string[];
}

/** Looks every hop up, then ends. */
export function solve({ hops }: Question, voice: Voice, random: Random, end: string): string[] {
  let before = '';
  const turns = hops.map((hop) => {
    const turn = `${voice.think(`${before}${need(random, hop)}`)}\n${voice.search(hop.query)}`;
    before = `${found(random, hop)} `;
    return turn;
  });
  return [...turns, `${voice.think(`Based on the results: ${before}${sure(random)}`)}\n${end}`];
}

const gold = ({ golds }: Question): string => golds[0] ?? '';
const query = ({ hops }: Question): string => hops[0]?.query ?? '';

/** Behaviours that every system with `<search>` can be played with. */
export const behaviours: readonly Behaviour[] = [
  { name: 'perfect', on: 'q07', turns: (q, v, r) => solve(q, v, r, v.answer(gold(q))) },
  { name: 'wrong', on: 'q13', turns: (q, v, r) => solve(q, v, r, v.answer(q.wrong)) },
  { name: 'tags-in-documents', on: 'q63', turns: (q, v, r) => solve(q, v, r, v.answer(gold(q))) },
  { name: 'closing-tag-in-documents', on: 'q64', turns: (q, v, r) => solve(q, v, r, v.answer(gold(q))) },
  { name: 'letters', on: 'q60', turns: (q, v, r) => solve(q, v, r, v.answer(gold(q))) },
  { name: 'no-search', on: 'q15', turns: (q, v) => [`${v.think('I know this.')}\n${v.answer(gold(q))}`] },
  {
    name: 'answer-before-search',
    on: 'q22',
    turns: (q, v, r) => [
      `${v.think('I think I know.')}\n${v.answer(gold(q))}\nLet me check.\n${v.search(query(q))}`,
      ...solve(q, v, r, v.answer(gold(q))),
    ],
  },
  {
    name: 'forged',
    on: 'q28',
    turns: (q, v, r) => [
      `${v.think('It must be so.')}\n${v.forged(q.hops[0]?.fact ?? '')}\n${v.think('I had better check.')}\n${v.search(query(q))}`,
      `${v.think(sure(r))}\n${v.answer(gold(q))}`,
    ],
  },
  {
    name: 'empty-query',
    on: 'q33',
    turns: (q, v, r) => [
      `${v.think('I search.')}\n${v.searchOpen}${v.searchClose}`,
      ...solve(q, v, r, v.answer(gold(q))),
    ],
  },
  {
    name: 'nested-opener',
    on: 'q37',
    turns: (q, v, r) => [
      `${v.think('Two in one.')}\n${v.searchOpen}first ${v.search(query(q))}`,
      `${v.think(sure(r))}\n${v.answer(gold(q))}`,
    ],
  },
  {
    name: 'stray-closer',
    on: 'q43',
    turns: (q, v, r) => [`I look for ${query(q)}${v.searchClose}`, ...solve(q, v, r, v.answer(gold(q)))],
  },
  {
    name: 'rambles-first',
    on: 'q46',
    turns: (q, v, r) => [ramble(r, 2), ...solve(q, v, r, v.answer(gold(q)))],
  },
  {
    name: 'never-answers',
    on: 'q09',
    turns: (q, v) =>
      Array.from(
        { length: 12 },
        (_, at) => `${v.think('Still nothing.')}\n${v.search(`${query(q)} ${at + 1}`)}`,
      ),
  },
];
