import type { Random } from '../random';
import { found, need, sure } from '../search-r1/words';
import type { Question } from '../world/questions';

/** A `<tool_call>` as the policy writes it, and the queries it means. */
export interface WrittenCall {
  readonly body: string;
  readonly queries: readonly string[];
  /** Whether the closing tag is missing. */
  readonly open?: boolean;
}

/** One turn of a scripted policy: a thought, calls, and what it says at last. */
export interface WrittenTurn {
  readonly think: string;
  readonly calls: readonly WrittenCall[];
  readonly said: string;
  /** The answer that `said` gives, or null. */
  readonly answer: string | null;
}

/** How a system wants its calls and its answer. */
export interface Form {
  readonly tool: string;
  /** The calls that ask several queries at once. */
  calls(queries: readonly string[]): WrittenCall[];
  finish(answer: string): string;
}

/** A scripted policy of a system with tool calls. */
export interface ToolPolicy {
  readonly name: string;
  readonly fits: (question: Question) => boolean;
  readonly play: (question: Question, random: Random, form: Form) => Generator<WrittenTurn, void>;
}

const any = (): boolean => true;
const several = ({ hops }: Question): boolean => hops.length > 1;
const gold = ({ golds }: Question): string => golds[0] ?? '';

const asks = (think: string, calls: readonly WrittenCall[]): WrittenTurn => ({
  think,
  calls,
  said: '',
  answer: null,
});
const says = (think: string, form: Form, answer: string): WrittenTurn => ({
  think,
  calls: [],
  said: form.finish(answer),
  answer,
});

function* hopByHop(question: Question, random: Random, form: Form): Generator<WrittenTurn, void> {
  let before = '';
  for (const hop of question.hops) {
    yield asks(`${before}${need(random, hop)}`, form.calls([hop.query]));
    before = `${found(random, hop)} `;
  }
}

const ending = (name: string, end: (question: Question, form: Form) => WrittenTurn): ToolPolicy => ({
  name,
  fits: any,
  *play(question, random, form) {
    yield* hopByHop(question, random, form);
    yield end(question, form);
  },
});

/** A call that fails, then the way of the good policies. */
const failing = (name: string, call: (question: Question, form: Form) => WrittenCall): ToolPolicy => ({
  name,
  fits: any,
  *play(question, random, form) {
    yield asks('I try a tool.', [call(question, form)]);
    yield* hopByHop(question, random, form);
    yield says(sure(random), form, gold(question));
  },
});

const first = ({ hops }: Question): string => hops[0]?.query ?? '';

/** Policies for systems with tool calls, good and bad. */
export const toolPolicies: readonly ToolPolicy[] = [
  {
    name: 'hop-by-hop',
    fits: several,
    *play(question, random, form) {
      yield* hopByHop(question, random, form);
      yield says(sure(random), form, gold(question));
    },
  },
  {
    name: 'all-at-once',
    fits: several,
    *play(question, random, form) {
      yield asks('Both can be looked up at once.', form.calls(question.hops.map(({ query }) => query)));
      yield says(sure(random), form, gold(question));
    },
  },
  {
    name: 'two-calls',
    fits: several,
    *play(question, random, form) {
      yield asks(
        'I make a call for each.',
        question.hops.flatMap(({ query }) => form.calls([query])),
      );
      yield says(sure(random), form, gold(question));
    },
  },
  ending('wrong-answer', (question, form) => says('It must be so.', form, question.wrong)),
  ending('no-answer', () => ({ think: 'I give up.', calls: [], said: 'I cannot say.', answer: null })),
  failing('broken-call', (question, form) => {
    const [call] = form.calls([first(question)]);
    return { body: (call?.body ?? '').slice(0, -1), queries: [first(question)] };
  }),
  failing('unknown-tool', (question, form) => {
    const [call] = form.calls([first(question)]);
    return { body: (call?.body ?? '').replace(form.tool, 'find'), queries: [first(question)] };
  }),
  failing('nothing-asked', (_, form) => {
    const [call] = form.calls([]);
    return call ?? { body: '', queries: [''] };
  }),
  {
    name: 'free-words',
    fits: any,
    *play(question, _random, form) {
      yield asks('I write what I want.', [{ body: first(question), queries: [first(question)] }]);
      yield says('Then I guess.', form, question.wrong);
    },
  },
  {
    name: 'open-call',
    fits: any,
    *play(question, _random, form) {
      const [call] = form.calls([first(question)]);
      yield asks('I call.', [{ body: call?.body ?? '', queries: [], open: true }]);
    },
  },
  {
    name: 'never-stops',
    fits: any,
    *play(question, random, form) {
      for (let turn = 1; ; turn++)
        yield asks(
          'More is needed.',
          form.calls([`${first(question)} ${random.pick(['map', 'age', 'name'])} ${turn}`]),
        );
    },
  },
];
