import { describe, expect, it } from 'vitest';
import { graphFormats } from '../../../core/graph/formats';
import { answered, graphOf, searched } from './build';

const HOSTILE =
  'he said "x" \\ & &lt; <b onload=alert(1)>|{} \\N \u202e \u001b[31m \u0000 \ud83d ]]> --> </data> <!-- é 河 😀 \r\\';
const text = `${searched(HOSTILE, [HOSTILE, HOSTILE], ['U', 'y'])}${answered(HOSTILE)}`;
const graph = { ...graphOf(text, { question: HOSTILE, golds: [HOSTILE] }), id: 'h"\\.jsonl#0' };

function written(id: string): string {
  const format = graphFormats.find((each) => each.id === id);
  if (!format) throw new Error(`no format ${id}`);
  return `${format.head}${format.write(graph, 0)}${format.write(graph, 1)}${format.tail}`;
}

it('ndjson is one line a graph, and says everything', () => {
  const lines = written('ndjson').split('\n');
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[0] ?? '')).toEqual(graph);
});

describe('dot', () => {
  const lines = written('dot').trimEnd().split('\n');
  const STRING = /"(?:[^"\\]|\\[^])*"/g;

  it('is made of strings that end where they should', () => {
    expect(lines).toHaveLength(2 * (3 + graph.nodes.length + graph.edges.length));
    for (const line of lines) {
      const bare = line.replace(STRING, 'S');
      expect(bare).toMatch(
        /^(?:digraph S \{| {2}rankdir=LR;| {2}S (?:-> S )?\[(?:\w+=(?:\w+|S)(?:, |\];))+|\})$/,
      );
    }
  });

  it('reads back as the labels', () => {
    // How Graphviz reads a label: \" by the lexer, then \\ and other escapes, then entities.
    const labels = lines.flatMap((line) => {
      const label = / label=("(?:[^"\\]|\\[^])*")/.exec(line)?.[1];
      return label === undefined
        ? []
        : [label.slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\').replaceAll('&amp;', '&')];
    });
    const expected = [...graph.nodes, ...graph.edges].map(({ label }) => label);
    expect(labels).toEqual([...expected, ...expected]);
  });

  it('holds no control characters and no HTML labels', () => {
    expect(written('dot')).not.toMatch(/[^\P{Cc}\n]|\p{Surrogate}|label=</u);
  });

  it('rings what holds a gold and answers that are right', () => {
    const ringed = lines
      .filter((line) => line.includes('peripheries=2'))
      .map((line) => line.trim().split(' ')[0]);
    expect(ringed).toEqual(['"document-0-0"', '"answer"', '"document-0-0"', '"answer"']);
  });
});

/** Reads XML as strictly as its tests need: tags that match, attributes in quotes, known entities, allowed characters. */
function elementsOf(
  xml: string,
): { readonly name: string; readonly attributes: Record<string, string>; readonly text: string }[] {
  const plain = (raw: string): string => {
    expect(raw).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|#\d+);)/);
    return raw.replace(/&(?:#(\d+)|(\w+));/g, (_all, code: string | undefined, name: string) =>
      code ? String.fromCodePoint(Number(code)) : ({ amp: '&', lt: '<', gt: '>', quot: '"' }[name] ?? ''),
    );
  };
  expect(xml).not.toMatch(/[^\P{Cc}\n]|[\ufffe\uffff]|\p{Surrogate}/u);
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: string[] = [];
  for (const [, tag = '', text = ''] of xml.replace(/^<\?xml[^>]*\?>\n/, '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (tag.startsWith('/')) {
      expect(open.pop()).toBe(tag.slice(1));
      continue;
    }
    const [, name = '', attributes = '', empty] = /^(\w+)((?: [\w.:]+="[^"]*")*)(\/?)$/.exec(tag) ?? [];
    expect(name).not.toBe('');
    elements.push({
      name,
      attributes: Object.fromEntries(
        Array.from(attributes.matchAll(/ ([\w.:]+)="([^"]*)"/g), ([, key = '', value = '']) => [
          key,
          plain(value),
        ]),
      ),
      text: plain(text),
    });
    if (empty === '') open.push(name);
  }
  expect(open).toEqual([]);
  return elements;
}

describe('graphml', () => {
  const elements = elementsOf(written('graphml'));
  const named = (name: string) => elements.filter((element) => element.name === name);

  it('holds every graph, node and edge', () => {
    expect(named('graph').map(({ attributes }) => attributes['id'])).toEqual(['graph-0', 'graph-1']);
    expect(named('node').map(({ attributes }) => attributes['id'])).toEqual(
      [...graph.nodes, ...graph.nodes].map(({ id }) => id),
    );
    expect(
      named('edge')
        .slice(0, graph.edges.length)
        .map(({ attributes }) => attributes),
    ).toEqual(graph.edges.map(({ id, from, to }) => ({ id, source: from, target: to })));
  });

  it('declares the keys that it uses', () => {
    const declared = new Set(named('key').map(({ attributes }) => attributes['id']));
    expect(named('data').filter(({ attributes }) => !declared.has(attributes['key']))).toEqual([]);
  });

  it('keeps texts but for characters that XML cannot hold', () => {
    const texts = named('data').filter(({ attributes }) => attributes['key'] === 'node.text');
    expect(texts[0]?.text).toBe(
      HOSTILE.replaceAll('\u001b', '\ufffd')
        .replaceAll('\0', '\ufffd')
        .replace(/\p{Surrogate}/gu, '\ufffd'),
    );
  });
});
