import type { Part } from '../parts';
import type { Policy, Seen, Situation } from '../policy';
import type { Question } from '../world/questions';
import { answer, found, need, search, sure, think } from './words';

export const any = (): boolean => true;
export const several = (question: Question): boolean => question.hops.length > 1;
export const worded = (question: Question): boolean => !question.yesNo;

/** Looks every hop up in turn, then answers right. */
export function* solve(
  { question, random }: Situation,
  reply = question.golds[0] ?? '',
): Generator<Part[], void, Seen> {
  let before = '';
  for (const hop of question.hops) {
    yield [...think(`${before}${need(random, hop)}`), ...search(hop.query)];
    before = `${found(random, hop)} `;
  }
  yield [...think(`${before}${sure(random)}`), ...answer(reply)];
}

const mentions = (question: Question, titles: RegExp): boolean =>
  question.supporting.some((t) => titles.test(t));

/** Policies that do nothing wrong, among them those whose documents are hard to read. */
export const good: readonly Policy[] = [
  { name: 'perfect-multi-hop', fits: several, play: (s) => solve(s) },
  { name: 'perfect-one-hop', fits: (q) => q.hops.length === 1, play: (s) => solve(s) },
  {
    name: 'one-hop-lucky',
    fits: several,
    *play({ question, random }) {
      const hop = question.hops[0];
      if (!hop) return;
      yield [...think(need(random, hop)), ...search(hop.query)];
      yield [...think(`${found(random, hop)} The rest I can guess.`), ...answer(question.golds[0] ?? '')];
    },
  },
  { name: 'decorated-answer', fits: worded, play: (s) => solve(s, `The ${s.question.golds[0] ?? ''}.`) },
  {
    name: 'tight-tags',
    fits: any,
    *play({ question, random }) {
      for (const hop of question.hops) yield [...think(need(random, hop)), ...search(hop.query, false)];
      yield [...think(sure(random)), ...answer(question.golds[0] ?? '', false)];
    },
  },
  { name: 'tags-in-documents', fits: (q) => mentions(q, /Fellsing/), play: (s) => solve(s) },
  { name: 'closing-tag-in-documents', fits: (q) => mentions(q, /Hythe marks/), play: (s) => solve(s) },
  { name: 'bracket-in-title', fits: (q) => mentions(q, /\)/), play: (s) => solve(s) },
  {
    name: 'non-ascii',
    fits: (q) => /[^\p{ASCII}]/u.test(q.question + q.golds.join('')),
    *play(s) {
      const { value } = solve(s).next();
      if (!value) return;
      yield [...think('我先查一下 — naïvement, peut-être 🔎.'), ...value];
      const rest = solve(s);
      rest.next();
      yield* rest;
    },
  },
];
