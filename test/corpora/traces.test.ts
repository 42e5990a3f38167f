/** Expectations read off the files by eye and by counting tags in them with other tools, never by running Tracehop. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { r1Searcher } from '../../core/trace/dialects/r1-searcher';
import { searchR1 } from '../../core/trace/dialects/search-r1';
import { toolCall } from '../../core/trace/dialects/tool-call';
import { expectCovered, wholeText } from '../unit/trace/support';
import { corpora, corpus } from './corpora';

interface Evaluated {
  readonly pred_ans: string;
  readonly gen_text_store: string;
}

describe.skipIf(corpora === null)('real texts', () => {
  it.each([
    { file: 'r1-searcher/hotpotqa_qwen.jsonl', rollouts: 348, queries: 658, documents: 3290 },
    { file: 'r1-searcher/hotpotqa_llama.jsonl', rollouts: 318, queries: 670, documents: 3350 },
    { file: 'r1-searcher/bamboogle_qwen.jsonl', rollouts: 125, queries: 248, documents: 1240 },
  ])('$file', ({ file, rollouts, queries, documents }) => {
    const records = readFileSync(corpus(file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Evaluated);
    const traces = records.map(({ gen_text_store: text }) => {
      const trace = r1Searcher.parse(text, wholeText(text));
      expectCovered(trace, text);
      return trace;
    });
    expect(traces).toHaveLength(rollouts);
    const turns = traces.flatMap((trace) => trace.turns);
    expect(turns.flatMap((turn) => turn.queries)).toHaveLength(queries);
    const found = turns.flatMap((turn) => turn.documents);
    expect(found).toHaveLength(documents);
    expect(found.filter(({ title, text }) => title === null || title === '' || text === '')).toEqual([]);
    // One record's text ends in `<answer>27 July 1953</answer>` while its `pred_ans` says `July 27, 1953`.
    const recorded = records.map(({ pred_ans }) => pred_ans.trim().replace('July 27, 1953', '27 July 1953'));
    expect(traces.map(({ answer }) => answer?.text)).toEqual(recorded);
    expect(traces.flatMap(({ anomalies }) => anomalies)).toEqual([]);
  });

  it('search-r1/case.txt', () => {
    const text = readFileSync(corpus('search-r1/case.txt'), 'utf8');
    const second = text.indexOf('<|im_start|>system', 1);
    const walker = text.slice(0, second);
    const trace = searchR1.parse(walker, wholeText(walker));
    expectCovered(trace, walker);
    expect(trace.turns.map(({ think }) => think)).toEqual([
      "I need to search for Paul Walker's cars in Fast and Furious movies.",
      null,
      null,
    ]);
    expect(trace.turns.map(({ queries }) => queries.map((query) => query.text))).toEqual([
      ["Paul Walker's cars in Fast and Furious"],
      ['list of cars paul walker drove in Fast and Furious'],
      [],
    ]);
    expect(trace.turns.map(({ documents }) => documents.map(({ title }) => title))).toEqual([
      ['Paul Walker', 'Paul Walker', 'Paul Walker'],
      ['Paul Walker', 'Paul Walker', 'Paul Walker'],
      [],
    ]);
    expect(trace.answer?.text).toBe('Charger');
    expect(trace.anomalies).toEqual([]);

    const heart = text.slice(second);
    const other = searchR1.parse(heart, wholeText(heart));
    expectCovered(other, heart);
    expect(other.turns[0]?.documents.map(({ title }) => title)).toEqual([
      'Cardiac pacemaker',
      'Electrical conduction system of the heart',
      'Sinoatrial node',
    ]);
    expect(other.turns[1]?.think?.trim()).toBe(
      "From the information provided, it is clear that the heart's electrical impulses are generated in the " +
        "sinoatrial (SA) node, which is often referred to as the heart's natural pacemaker.",
    );
    expect(other.answer?.text).toBe('sinoatrial (SA) node');
    expect(other.anomalies.map(({ kind, tag }) => [kind, tag])).toEqual([['unopened', '</think>']]);
  });

  it('rl-factory/test.txt', () => {
    const pieces = readFileSync(corpus('rl-factory/test.txt'), 'utf8')
      .split(/^\d\.(?=<think>)/m)
      .filter((piece) => piece.trim() !== '');
    expect(pieces).toHaveLength(120);
    const traces = pieces.map((piece) => {
      const trace = toolCall.parse(piece, wholeText(piece));
      expectCovered(trace, piece);
      return trace;
    });
    expect(traces[0]?.turns[0]?.queries.map(({ text }) => text)).toEqual([
      'number of species in Festuca genus',
      'number of species in Dactylis genus',
    ]);
    expect(traces.at(-1)?.turns[0]?.queries.map(({ text }) => text)).toEqual([
      "Anne Rice's best known series",
    ]);
  });
});
