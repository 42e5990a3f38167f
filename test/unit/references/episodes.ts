/** A node of a trace: its message's tokens stand behind two of the template. */
export const node = (parent: number | null, role: string, content: string, more: object = {}): object => ({
  ...(parent === null ? {} : { parent }),
  message: { role, content },
  sampled: role === 'assistant',
  token_ids: [1, 2, 3, 4],
  mask: role === 'assistant' ? [false, false, true, true] : [false, false, false, false],
  ...(role === 'assistant' ? { logprobs: [-0.5, -0.25] } : {}),
  ...more,
});

/** An episode with one trace. */
export const episode = (nodes: readonly object[], trace: object = {}): object => ({
  id: 'e1',
  env: { id: 'wiki', name: 'w' },
  task: { type: 'qa', data: { question: 'Which river?', answer: 'Melka' }, key: 'k', hash: 'h' },
  group: { id: 'g1' },
  run: { type: 'train', id: 'r', name: 'n', work: 'w' },
  ok: true,
  errors: [],
  traces: [
    {
      version: 1,
      id: 't1',
      agent: { name: 'agent', trainable: true },
      nodes,
      rewards: {},
      is_completed: true,
      ok: true,
      ...trace,
    },
  ],
});

/** The messages before the first of the policy. */
export const START = [node(null, 'system', 'Search.'), node(0, 'user', 'Which river?')];
