/** The prompt through the `<think>` that the environment writes. (ReCall: src/verl/utils/dataset/template.py, reworded) */
export function prompt(question: string): string {
  const schema = {
    name: 'wikipedia_search',
    parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  };
  return (
    '<|im_start|>system\nThese functions can be called:\n```json\n' +
    `${JSON.stringify([schema])}\n` +
    '```\nCall one with\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>\n' +
    'Think first, and put the final answer into a box, for example <think> Water boils later. </think> ' +
    'It is \\boxed{20C}.<|im_end|>\n' +
    `<|im_start|>user\n${question}<|im_end|>\n<|im_start|>assistant\n<think>`
  );
}
