import { randomBytes } from 'node:crypto';
import { UsageError } from '../../containers/usage-error';
import type { Rollout } from '../../trace/model';
import { type ChatMessage, estimateChat, estimateTokens } from '../tokens';
import { cutText, fit, type Cut } from './fit';
import { instructions, QUESTION } from './instructions';
import { LEVELS } from './piece';
import { piecesOf } from './pieces';

/** Tokens of a prompt unless the user says otherwise: fits models with a context of 8,192 and leaves room to answer. */
export const DEFAULT_BUDGET = 6_000;

/** The least that instructions, question, golds and a little of the trace take. */
export const LEAST_BUDGET = 1_500;

/** Tokens that are kept for saying what was cut, a level. */
const NOTE_TOKENS = 40;

export interface ExplainOptions {
  /** Most tokens of all messages, as {@link estimateChat} counts; at least {@link LEAST_BUDGET}. */
  readonly budget?: number;
  /** Lines about the reward from the scoring code, such as `exact match 0: extracted 'Beijing'`. */
  readonly facts?: readonly string[];
  /** Yields marks that no trace can know in advance. */
  readonly mark?: () => string;
}

/** What is sent to ask why a rollout got its reward. */
export interface Explanation {
  readonly messages: readonly ChatMessage[];
  /** All that was left out or shortened, most important first; empty where everything is sent. */
  readonly cuts: readonly Cut[];
  /** UTF-16 units of the messages. */
  readonly characters: number;
  /** Their tokens, estimated; never more than the budget. */
  readonly tokens: number;
}

/**
 * The messages that ask a model why a rollout got its reward and what to change. What was recorded is data between two
 * marks: one JSON object a line, so that nothing in a trace can begin a line or forge a mark. Throws a
 * {@link UsageError} for a budget that is too small.
 */
export function explainMessages(rollout: Rollout, options: ExplainOptions = {}): Explanation {
  const { budget = DEFAULT_BUDGET, facts = [], mark = randomMark } = options;
  if (!(budget >= LEAST_BUDGET)) {
    throw new UsageError(
      `A budget of ${budget} tokens is too small to ask anything; ${LEAST_BUDGET} is the least.`,
    );
  }
  const around = messagesWith(markFor('', mark), []);
  const pieces = piecesOf(rollout, facts);
  const room = budget - estimateChat(around);
  const whole = fit(pieces, room);
  const { lines, cuts } = whole.cuts.length === 0 ? whole : fit(pieces, room - LEVELS.length * NOTE_TOKENS);
  const notes = cuts.map((cut) => JSON.stringify({ left_out_to_save_tokens: cutText(cut) }));
  const data = [...lines.map(({ line }) => line.line), ...notes];
  const messages = messagesWith(markFor(data.join('\n'), mark), data);
  return {
    messages,
    cuts,
    characters: messages.reduce((sum, { content }) => sum + content.length, 0),
    tokens: estimateChat(messages),
  };
}

function messagesWith(mark: string, data: readonly string[]): ChatMessage[] {
  const fenced = [`<<<data ${mark}>>>`, ...data, `<<<end of data ${mark}>>>`, '', QUESTION];
  return [
    { role: 'system', content: instructions(mark) },
    { role: 'user', content: fenced.join('\n') },
  ];
}

/** A mark that does not stand in the data; all have the same number of tokens. */
function markFor(data: string, mark: () => string): string {
  for (let tries = 0; tries < 8; tries++) {
    const made = mark();
    if (!/^[0-9a-f]{24}$/.test(made)) throw new RangeError('a mark has 24 hexadecimal digits');
    if (!data.includes(made)) return made;
  }
  throw new Error(
    `the data hold every mark that was made (${estimateTokens(data)} tokens); please report it`,
  );
}

/** 96 random bits: nobody who wrote a trace can have guessed them. */
function randomMark(): string {
  return randomBytes(12).toString('hex');
}
