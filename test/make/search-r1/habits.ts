import { open, raw } from '../parts';
import type { Policy } from '../policy';
import { any, solve, worded } from './good';
import { exampleAnswer } from './prompt';
import { answer, found, need, ramble, search, think } from './words';

const astray = [
  'tide tables',
  'price of madder',
  'goose weather',
  'how to tune a piano',
  'lighthouse lamps',
  'bread for cleaning',
];

/** Policies with bad habits of searching and answering. */
export const habits: readonly Policy[] = [
  {
    name: 'repeated-query',
    fits: any,
    *play({ question, random, reply }) {
      const hop = question.hops[0];
      if (!hop) return;
      yield [...think(need(random, hop)), ...search(hop.query)];
      yield [...think('I am not certain. Let me search again.'), ...search(hop.query)];
      yield [...think(found(random, hop)), ...answer(reply)];
    },
  },
  {
    name: 'empty-query',
    fits: any,
    *play(s) {
      yield [...think('I should search.'), ...search('', false)];
      yield* solve(s, s.reply);
    },
  },
  {
    name: 'invalid-action-once',
    fits: any,
    *play(s) {
      yield [raw(`I wonder where to begin. ${ramble(s.random, 2)}`)];
      yield* solve(s, s.reply);
    },
  },
  {
    name: 'invalid-actions-then-answer',
    fits: any,
    *play({ question, random }) {
      yield think(ramble(random, 2));
      yield [raw(`search: ${question.hops[0]?.query ?? ''}`)];
      yield think(ramble(random, 1));
      yield [...think('Time to answer.'), ...answer(question.wrong)];
    },
  },
  {
    name: 'no-answer-at-turn-limit',
    fits: any,
    *play({ question, random, maxTurns }) {
      const hop = question.hops[0];
      const aside = random.shuffle(astray);
      for (let turn = 0; turn <= maxTurns && hop; turn++) {
        const query = turn === 0 ? hop.query : `${hop.title} ${aside[turn] ?? turn}`;
        yield [...think(`${need(random, hop)} ${turn > 0 ? 'Still nothing.' : ''}`.trim()), ...search(query)];
      }
    },
  },
  {
    name: 'too-many-searches',
    fits: any,
    *play({ question, random, maxTurns, reply }) {
      const hop = question.hops[0];
      if (!hop) return;
      for (let turn = 0; turn < maxTurns; turn++) {
        const extra =
          turn === 0
            ? ''
            : ` ${astray[(turn - 1) % astray.length] ?? ''}${turn > astray.length ? ' again' : ''}`;
        yield [
          ...think(turn === 0 ? need(random, hop) : 'One more search cannot hurt.'),
          ...search(`${hop.query}${extra}`),
        ];
      }
      yield [...think(found(random, hop)), ...answer(reply)];
    },
  },
  {
    name: 'wrong-answer-gold-retrieved',
    fits: worded,
    *play(s) {
      yield* solve(s, s.question.wrong);
    },
  },
  {
    name: 'gold-never-retrieved',
    fits: worded,
    *play({ question, random }) {
      for (const query of random.shuffle(astray).slice(0, 2)) {
        yield [...think(`Maybe ${query} will help.`), ...search(query)];
      }
      yield [...think('I shall have to guess.'), ...answer(question.wrong)];
    },
  },
  {
    name: 'parametric-without-search',
    fits: any,
    *play({ question }) {
      yield [...think('I know this one without searching.'), ...answer(question.golds[0] ?? '')];
    },
  },
  {
    name: 'parametric-after-search',
    fits: worded,
    *play({ question, random }) {
      const query = random.pick(astray);
      yield [...think('Let me see what the search engine has.'), ...search(query)];
      yield [...think('Not helpful, but I remember the answer.'), ...answer(question.golds[0] ?? '')];
    },
  },
  {
    name: 'copies-prompt-example',
    fits: worded,
    *play({ question, random }) {
      const hop = question.hops[0];
      if (!hop) return;
      yield [...think(need(random, hop)), ...search(hop.query)];
      yield [...think('I follow the example.'), ...answer(exampleAnswer)];
    },
  },
  {
    name: 'plain-rambling',
    fits: any,
    *play({ random, maxTurns }) {
      for (let turn = 0; turn <= maxTurns; turn++) yield [raw(ramble(random, 3))];
    },
  },
  {
    name: 'cut-in-last-turn',
    fits: any,
    *play({ question, random, maxTurns }) {
      const hop = question.hops[0];
      const aside = random.shuffle(astray);
      for (let turn = 0; turn < maxTurns && hop; turn++) {
        yield [
          ...think(need(random, hop)),
          ...search(turn === 0 ? hop.query : `${hop.title} ${aside[turn] ?? turn}`),
        ];
      }
      const content = ramble(random, 90);
      yield [open({ tag: 'think', content }), raw(content)];
    },
  },
  {
    name: 'cut-in-first-turn',
    fits: any,
    *play(s) {
      const content = ramble(s.random, 90);
      yield [open({ tag: 'think', content }), raw(content)];
      yield* solve(s, s.reply);
    },
  },
];
