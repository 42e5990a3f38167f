/** What tags mean alike in Search-R1 and in systems built on its code. */

/** Of `<think>` where nothing more is to be said of it. */
export const UNINSPECTED_THOUGHT =
  'Reasoning of the policy. Nothing inspects it while sampling: a `<search>` in it still fires.';

/** Of `<answer>` where the reward reads prompt and response together. */
export const LAST_OF_ALL_ANSWERS =
  'The final answer; the rollout ends here. The reward takes the last of all answers in prompt and response, ' +
  'when there are at least two: the prompt holds two as examples.';
