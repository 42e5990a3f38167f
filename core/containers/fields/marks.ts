/** Literals that stand in rollouts and hardly anywhere else, whatever their dialect. */
const MARKS = [
  '<think>',
  '</think>',
  '<search>',
  '</search>',
  '<answer>',
  '</answer>',
  '<tool_call>',
  '</tool_call>',
  '<information>',
  '<tool_response>',
  '<result>',
  '<reasoning>',
  '<|begin_of_query|>',
  '<|begin_of_documents|>',
  '<|im_start|>assistant',
  '<|start_header_id|>assistant',
  '<｜Assistant｜>',
  '[Retrieval]',
  '[No Retrieval]',
  '[Utility:',
];

/** ReAct's three labels, which count only together. */
const REACT = [/^Thought(?: \d+)?:/m, /^Action(?: \d+)?:/m, /^Observation(?: \d+)?:/m];

/** The marks that stand in a text, most telling first; empty for text that is no rollout. */
export function marksIn(text: string): string[] {
  const found = MARKS.filter((mark) => text.includes(mark));
  return REACT.every((label) => label.test(text)) ? [...found, 'Thought:/Action:/Observation:'] : found;
}
