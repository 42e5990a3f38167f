import type { Dialect, Evidence } from '../dialect';
import { countMarks } from '../recognise';
import { responseStart } from '../response';
import { toolCallParser } from '../tool-call/parse';
import { echoedCall } from '../tool-call/queries';
import { CALL, RESPONSE, THINK } from '../tool-call/tags';

/** Rollouts of ReCall (Agent-RL/ReCall, branch `main`, `…/vllm_rollout_spmd.py`, `src/verl/utils/dataset/template.py`). */
export const recall: Dialect = {
  id: 'recall',
  title: 'ReCall',
  // max_turns is 5; a turn may hold several calls, which are run at once, so calls have no limit of their own.
  searchLimit: null,
  acts: 'call',
  box: 'last-turn',
  extraction: { over: 'response', minimum: 1 },
  tags: [
    {
      ...THINK,
      by: 'policy',
      meaning:
        'Reasoning. The environment opens it at the start of every assistant turn: as the end of the prompt in the ' +
        'first, put in after the header in later ones, where it carries no loss. The reward wants openers and closers ' +
        'to be as many, at least one, in every turn.',
    },
    {
      ...CALL,
      by: 'policy',
      meaning:
        'A call, as JSON with `name` and `arguments`. Calls of a turn run at once in a sandbox; where openers and ' +
        'closers do not pair up, none runs and the rollout ends. A call that is no JSON, or lacks one of the two ' +
        'members, makes the reward 0.',
    },
    {
      ...RESPONSE,
      by: 'environment',
      meaning:
        'What the sandbox returned: the call once more, then `result`, `output` and `error` as far as there are any. ' +
        'Masked from the loss.',
    },
    {
      open: '\\boxed{',
      close: '}',
      by: 'policy',
      answers: true,
      meaning:
        'The final answer: the last box of the last turn. The reward is its F1, 0.1 where that is 0, and 0 without a ' +
        'box.',
    },
  ],
  recognise(text, parts) {
    const start = responseStart(text, parts);
    const response = text.slice(start);
    const marks = countMarks(response, [RESPONSE.open]);
    if (marks.total === 0) return withoutResults(text.slice(0, start), response);
    if (!repeatsCall(response)) return null;
    const boxed = response.includes('\\box');
    const because = `${marks.clause} that ${marks.total === 1 ? 'repeats its call' : 'repeat their calls'}`;
    return { weight: boxed ? 0.95 : 0.85, because: boxed ? `${because}, and \`\\boxed\`` : because };
  },
  parse: toolCallParser({ answer: 'boxed', echoes: true, pages: false, opensThoughts: true }),
};

/** Whether the first result repeats its call: a call right behind the tag, or what the sandbox says of one that is none. */
function repeatsCall(response: string): boolean {
  const from = response.indexOf(RESPONSE.open) + RESPONSE.open.length;
  if (echoedCall(response, from, response.length) !== null) return true;
  const line = response.indexOf('\n', from);
  return line > from && response.startsWith(UNPARSED, line + 1);
}

/** A rollout that got no result is ReCall's where its prompt shows calls and a box, as the system message does. */
function withoutResults(prompt: string, response: string): Evidence | null {
  if (!prompt.includes(CALL.open) || !prompt.includes(BOX)) return null;
  if (!response.includes(CALL.open) && !response.includes(THINK.close)) return null;
  return { weight: 0.82, because: `\`${CALL.open}\` and \`${BOX}\` in the prompt` };
}

const UNPARSED = 'Parse tool call failed';
const BOX = '\\boxed{';
