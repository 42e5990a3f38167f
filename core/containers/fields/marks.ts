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
  '<|begin_search_query|>',
  '<|begin_search_result|>',
  '<|im_start|>assistant',
  '<|start_header_id|>assistant',
  '<｜Assistant｜>',
  '[Retrieval]',
  '[No Retrieval]',
  '[Utility:',
  '[A_Response]',
];

/** ReAct's three labels, which count only together. */
const REACT = [/^Thought(?: \d+)?:/m, /^Action(?: \d+)?:/m, /^Observation(?: \d+)?:/m];

/** The tags and chat headers that stand in a text, most telling first; empty for text that is no rollout. */
export function tagsIn(text: string): string[] {
  return MARKS.filter((mark) => text.includes(mark));
}

/** Whether a text is written with ReAct's labels. */
export function isReact(text: string): boolean {
  return REACT.every((label) => label.test(text));
}

/** {@link tagsIn}, and ReAct's labels: enough for a field of a record, too little for a whole file. */
export function marksIn(text: string): string[] {
  const found = tagsIn(text);
  return isReact(text) ? [...found, 'Thought:/Action:/Observation:'] : found;
}
