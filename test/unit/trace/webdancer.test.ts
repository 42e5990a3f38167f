import { describe, expect, it } from 'vitest';
import { toolCall } from '../../../core/trace/dialects/tool-call';
import { webdancer } from '../../../core/trace/dialects/webdancer';
import { read, wholeText } from './support';

const web = (query: string, ...results: string[]): string =>
  `A Google search for '${query}' found ${results.length} results:\n\n## Web Results\n${results.join('\n\n')}`;

const MELKA = web(
  "Zorvia's river",
  '1. [Melka (river) - Atlas](https://atlas.test/Melka_(river))\nDate published: May 1, 2020\n\nZorvia lies on the Melka.',
  '2. [Orso](https://orso.test)\n\nA hill.\n\n1. Not an entry of its own.',
);
const HASK = web('Hask', '1. [Hask](https://hask.test)\n\nA lake.');

function rollout(call: string, result: string): string {
  return (
    '<|im_start|>user\nUser: Which river?<|im_end|>\n<|im_start|>assistant\n<think>a</think>\n' +
    `<tool_call>\n${call}\n</tool_call><|im_end|>\n<|im_start|>user\n<tool_response>\n${result}\n\n</tool_response><|im_end|>\n` +
    '<|im_start|>assistant\n<think>b</think>\n<answer>\nIt is the **Melka**.\n</answer><|im_end|>'
  );
}

const SEARCH = '{"name": "search", "arguments": {"query": ["Hask", "Zorvia\'s river"]}}';

describe('webdancer', () => {
  const text = rollout(SEARCH, `${MELKA}\n=======\n${HASK}`);

  it('reads the results of each query, by the query that they name', () => {
    const trace = read(webdancer, text);
    expect(trace.turns[0]).toMatchObject({
      queries: [{ text: 'Hask' }, { text: "Zorvia's river" }],
      documents: [
        {
          query: 1,
          rank: 1,
          title: 'Melka (river) - Atlas',
          id: 'https://atlas.test/Melka_(river)',
          text: 'Date published: May 1, 2020\n\nZorvia lies on the Melka.',
        },
        { query: 1, rank: 2, title: 'Orso', text: 'A hill.\n\n1. Not an entry of its own.' },
        { query: 0, rank: 1, title: 'Hask', id: 'https://hask.test', text: 'A lake.' },
      ],
    });
    expect(trace.answer?.text).toBe('It is the **Melka**.');
    expect(trace.anomalies).toEqual([]);
    const [first] = trace.turns[0]?.documents ?? [];
    expect(text.slice(first?.start, first?.end)).toMatch(/^1\. \[Melka[^]*on the Melka\.$/);
  });

  it('takes pages for queries and what they say for documents', () => {
    const visit =
      '{"name": "visit", "arguments": {"url": ["https://a.test", "https://b.test"], "goal": "length"}}';
    const page = (address: string): string =>
      `The useful information in ${address} for user goal length as follows: \n\nEvidence in page: \nLong.\n\nSummary: \nLong.`;
    const { turns } = read(
      webdancer,
      rollout(visit, `${page('https://a.test')}\n\n=======\n${page('https://b.test')}`),
    );
    expect(turns[0]?.queries.map((query) => query.text)).toEqual(['https://a.test', 'https://b.test']);
    expect(turns[0]?.documents).toMatchObject([
      { query: 0, title: null, id: 'https://a.test', text: 'Evidence in page: \nLong.\n\nSummary: \nLong.' },
      { query: 1, title: null, id: 'https://b.test' },
    ]);
  });

  it('has no documents where nothing was found', () => {
    const none = "A Google search for 'Hask' found 0 results:\n\n## Web Results\n";
    expect(read(webdancer, rollout(SEARCH, none)).turns[0]).toMatchObject({ documents: [], error: null });
  });

  it('is recognised by what its tools write, not by calls with lists', () => {
    expect(webdancer.recognise(text, wholeText(text))?.weight).toBe(0.9);
    const other = rollout(SEARCH, 'Zorvia lies on the Melka.');
    expect(webdancer.recognise(other, wholeText(other))).toBeNull();
    expect(toolCall.recognise(other, wholeText(other))?.weight).toBe(0.8);
  });

  it('covers every beginning of a rollout', () => {
    for (let end = 0; end < text.length; end += 7) read(webdancer, text.slice(0, end));
  });
});
