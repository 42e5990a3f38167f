import { parseAutoDidact, REASONING } from '../autodidact/parse';
import type { Dialect } from '../dialect';
import { countMarks } from '../recognise';
import { responseStart } from '../response';

/** Headers of the role whose messages hold results. */
const IPYTHON = ['<|im_start|>ipython', '<|start_header_id|>ipython'] as const;

/** Chats of AutoDidact (dCaples/AutoDidact, `rl_helpers.py`) and of its port in rag-model-training. */
export const autodidact: Dialect = {
  id: 'autodidact',
  title: 'AutoDidact',
  // max_generations of the notebook.
  searchLimit: 6,
  extraction: { over: 'response', minimum: 1 },
  tags: [
    {
      ...REASONING,
      by: 'policy',
      meaning:
        'Reasoning, as the prompt asks for it. Nothing inspects it: a JSON object in it is a call all the same. The ' +
        'search itself is a JSON object with `function.parameters.query`; a message without any object is the answer.',
    },
  ],
  recognise(text, parts) {
    const response = text.slice(responseStart(text, parts));
    const results = IPYTHON.some((header) => response.includes(header)) && response.includes('Result 1:');
    const calls = countMarks(response, ['"function"']);
    const shaped = calls.total > 0 && response.includes('"parameters"') && response.includes('"query"');
    if (results) return { weight: shaped ? 0.96 : 0.85, because: 'a message of `ipython` holds `Result 1:`' };
    if (shaped && !response.includes('<tool_call>'))
      return { weight: 0.75, because: `${calls.clause} with \`parameters\` and \`query\` in the text` };
    const reasoning = countMarks(response, [REASONING.close]);
    const answers = response.includes('<answer>') || response.includes('<think>');
    return reasoning.total > 0 && !answers ? { weight: 0.3, because: reasoning.clause } : null;
  },
  parse: parseAutoDidact,
};
