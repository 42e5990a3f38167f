/** What the texts of the property tests are made of. */
import { dialects } from '../../../../core/trace/dialects';
import type { Dialect } from '../../../../core/trace/dialect';
import type { Author, TextPart } from '../../../../core/trace/model';
import { blocks, read } from '../../docs/pages';
import { opened } from '../../rollouts/opened';

/** A rollout as its container hands it to a dialect. */
export interface Example {
  readonly text: string;
  readonly parts: readonly TextPart[];
}

/** The example of a dialect's page, read as a file; fails where it is taken for another dialect's. */
export async function exampleOf({ id }: Dialect): Promise<Example> {
  const { language, text } = blocks(read(`docs/dialects/${id}.md`)).at(-1) ?? { language: '', text: '' };
  const file = await opened(`example.${language === 'text' ? 'txt' : language}`, text);
  if (file.dialect.chosen.id !== id)
    throw new Error(`the example of ${id} is one of ${file.dialect.chosen.id}`);
  const first = await file.entryAt(0);
  const rollout = first?.rollouts[0];
  if (!rollout) throw new Error(`the example of ${id} holds no rollout`);
  return { text: rollout.text, parts: rollout.parts };
}

/** The tags of a dialect as written. */
export function tagsOf({ tags }: Dialect): string[] {
  return tags.flatMap(({ open, close }) => (close === null ? [open] : [open, close]));
}

/** A dialect's tags, and the pieces of its example: marks, lines, and what stands between them. */
export function piecesOf(dialect: Dialect, { text }: Example): string[] {
  const cut = text.split(/(<[^<>\n]{1,60}>|\[[^[\]\n]{1,60}\]|\n|: )/).filter((piece) => piece !== '');
  return [...new Set([...tagsOf(dialect), ...cut])];
}

/** Tags of all dialects, and what breaks texts of any. */
export const COMMON: readonly string[] = [
  ...new Set([
    ...dialects.flatMap(tagsOf),
    ...['<tool_call>', '</tool_call>', '<tool_response>', '</tool_response>', '<|im_start|>assistant\n'],
    ...[
      '<|im_end|>\n',
      '<|im_start|>user\n',
      '<|start_header_id|>assistant<|end_header_id|>\n\n',
      '<|eot_id|>',
    ],
    ...['<｜User｜>', '<｜Assistant｜>', '<｜end▁of▁sentence｜>'],
    ...['\n', '\n\n', '\r\n', ' ', '<', '>', '</', '[', ']', '{', '}', '"', 'word', 'é', '河', '😀'],
    ...['\ud83d', '\ude00', '\0', '\ufeff', '\u2028'],
    // Observations and actions as systems print them.
    'Doc 1(Title: "T") x\nDoc 2(Title: U (v)) y',
    '(1)T   x\n(2)Title: U Text:  y\n',
    '<information>\n{"query": ["a"], "documents": ["Doc 1: T   x\\nDoc 2: U   y"]',
    'Result 1:\nx\n------\nResult 2:\ny\n------\n',
    '"Result 1:\\nx\\n------\\n"',
    '{"name": "search", "arguments": {"query": "Melka"}}',
    '{"result": "Doc 1 (Title: \\"T\\")\\nx\\n---\\nDoc 1 (Title: U)\\ny"}',
    "[{'title': 'T', 'id': 3}]",
    "A Google search for 'q' found 1 results:\n\n1. [T](u)\n\nx",
    '\n[Fallback to Direct QA]\nWikipedia Title: T\nx\n\nQuestion: q?',
    '\nAction: Reflect[right]\n',
    '\nActionPath 2: Start->Search[x]\n',
    'Reflections:\n- x\n',
    '(END OF EXAMPLES)\n',
    '### Instruction:\n',
    '### Response:\n',
    '\\boxed{',
    '```json\n',
    '```',
    '\n=======\n',
  ]),
];

/** Parts that cut a text at some places, by some authors in turn. */
export function partsOf(text: string, cuts: readonly number[], authors: readonly Author[]): TextPart[] {
  const edges = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].filter((cut) => cut > 0);
  const bounds = [0, ...edges.sort((a, b) => a - b), text.length];
  return bounds.slice(1).flatMap((end, at) => {
    const start = bounds[at] ?? 0;
    const by = authors[at % authors.length] ?? 'policy';
    return end > start ? [{ start, end, by, path: null, rendered: false }] : [];
  });
}
