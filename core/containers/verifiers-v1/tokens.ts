import type { TokenRun } from '../../trace/model';
import type { JsonObject } from '../fields/values';

/** Whether a node says anything of its tokens: evaluations over an API keep none. */
export function keepsTokens(node: JsonObject): boolean {
  return flagsOf(node['mask']) !== null || numbersOf(node['logprobs']) !== null;
}

/**
 * What a node says of the tokens of its message. `mask` has a flag for each of `token_ids`: template tokens before the
 * message first, always false, then the message's own. `is_content`, where it is there, tells the two apart; a
 * log-probability stands for each true flag. (verifiers, `verifiers/v1/graph.py`, `MessageNode`)
 * @param trains whether the run trains the agent at all (`agent.trainable`); where not, nothing is under loss
 */
export function tokensOf(node: JsonObject, trains: boolean): Pick<TokenRun, 'mask' | 'logprob'> {
  const flags = flagsOf(node['mask']);
  const content = flagsOf(node['is_content']);
  const mask = flags === null ? null : maskOf(flags, content);
  const logprobs = numbersOf(node['logprobs']);
  const fits = logprobs !== null && (flags === null || flags.filter(Boolean).length === logprobs.length);
  return {
    mask: mask === null ? null : mask && trains,
    logprob: fits ? logprobs.reduce((sum, each) => sum + each, 0) : null,
  };
}

/** The flag of all tokens of the message; null where they differ. */
function maskOf(flags: readonly boolean[], content: readonly boolean[] | null): boolean | null {
  const told = content?.length === flags.length && content.includes(true);
  const own = told ? flags.filter((_, at) => content[at]) : flags.slice(Math.max(0, flags.indexOf(true)));
  const [first] = own;
  return first === undefined || own.some((flag) => flag !== first) ? null : first;
}

function flagsOf(value: unknown): boolean[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const flags = value.map((flag) =>
    flag === true || flag === 1 ? true : flag === false || flag === 0 ? false : null,
  );
  return flags.every((flag) => flag !== null) ? flags : null;
}

function numbersOf(value: unknown): number[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  return value.every((each) => typeof each === 'number' && Number.isFinite(each))
    ? (value as number[])
    : null;
}
