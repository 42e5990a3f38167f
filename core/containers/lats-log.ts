import type { Container, FileSample, RecordReader } from './container';
import { numpyList } from './fields/golds';
import { OwnText } from './fields/own-text';
import type { TextLayout } from './framing/text-layout';
import { entriesIn, HEAD_BYTES, PROMPT, type LogEntry } from './lats/entries';
import { nodeIn, type Span, type TreeNode } from './lats/node';
import { promptIn, type NodePrompt } from './lats/prompt';
import { absent, NO_GOLDS, withLosses } from './losses';
import { NOTHING, rolloutOf } from './reading';

/**
 * Logs of the Tree-of-Thoughts search of LATS (lapisrocks/LanguageAgentTreeSearch `hotpot/tot.py`). A record is the
 * expansion of one node; every candidate is a rollout: the steps so far and the candidate's own.
 */
export const latsLog: Container = {
  id: 'lats-log',
  title: 'LATS tree-search log',
  holds: 'rollouts',
  framings: ['text'],
  layout: (head) => (head.split('\n').some((line) => PROMPT.test(line)) ? atPrompts : null),
  recognise({ records }: FileSample) {
    const expanded = records.filter(
      ({ text }) => PROMPT.test(text) && /- (?:SAMPLED ACTION|NEW NODE): /.test(text),
    );
    if (expanded.length === 0) return null;
    const because = `\`PROMPT:\`, \`SAMPLED ACTION:\` or \`NEW NODE:\` entries in ${expanded.length} of the first ${records.length} stretches`;
    return { weight: 0.95, because };
  },
  reader: () => read,
};

const atPrompts: TextLayout = {
  because: 'each expansion begins with a `PROMPT:` entry',
  next: (_text, from) => (from === 0 ? 0 : -1),
  begins: (text, at) => (PROMPT.test(text.toString('latin1', at, at + HEAD_BYTES)) ? 'yes' : 'no'),
};

const UNTRIED = absent('the log ends before candidates are tried: what they brought');

const SAMPLED = 'SAMPLED ACTION: ';
const FEEDBACK = 'Feedback: ';

const read: RecordReader = (record, _value, file) => {
  const { text } = record;
  const entries = entriesIn(text);
  const [first] = entries;
  // The prompt's last blank is part of its label.
  const prompt = first && promptIn(text, first);
  if (!prompt) return { ...NOTHING, withoutText: 'no node is expanded in this part of the log' };
  const rollouts = candidatesIn(text, entries).map((candidate, at) =>
    rolloutOf(
      record,
      file,
      {
        question: prompt.question,
        golds: [],
        text: textOf(text, prompt, candidate.step),
        recorded: { ...candidate.recorded, parent: prompt.parent },
      },
      at,
    ),
  );
  if (rollouts.length === 0) return { ...NOTHING, withoutText: 'no candidate was sampled for this node' };
  const untried = rollouts.some(({ recorded }) => recorded['tried'] === false);
  return withLosses({ ...NOTHING, rollouts }, [NO_GOLDS, untried ? UNTRIED : null]);
};

/** A step that was tried: a node, or words that were sampled and never tried. */
interface Candidate {
  readonly step: TreeNode | string;
  readonly recorded: Readonly<Record<string, unknown>>;
}

/** The nodes of an expansion; where the log ends before any, what was sampled. */
function candidatesIn(text: string, entries: readonly LogEntry[]): Candidate[] {
  const nodes = entries.flatMap((entry, at): Candidate[] => {
    const node = nodeIn(text, entry);
    if (!node) return [];
    const { time, depth, value, visits } = node;
    const next = entries[at + 1];
    const feedback =
      next && text.startsWith(FEEDBACK, next.start)
        ? text.slice(next.start + FEEDBACK.length, next.end)
        : null;
    return [
      { step: node, recorded: { time, depth, value, visits, ...(feedback === null ? {} : { feedback }) } },
    ];
  });
  if (nodes.length > 0) return nodes;
  const sampled = entries.find(({ start }) => text.startsWith(SAMPLED, start));
  if (!sampled) return [];
  const { time } = sampled;
  const steps = numpyList(text.slice(sampled.start + SAMPLED.length, sampled.end)) ?? [];
  return steps.map((step) => ({ step: step.trimEnd(), recorded: { time, tried: false } }));
}

function textOf(text: string, { start, asked, steps, label }: NodePrompt, step: TreeNode | string): OwnText {
  const own = new OwnText();
  const add = (span: Span, by: 'prompt' | 'policy'): void => {
    own.add(text.slice(span.start, span.end), by, null, span.start);
  };
  add({ start, end: asked }, 'prompt');
  own.render('\n', 'prompt');
  const from = asked + (/^\s{0,4}/.exec(text.slice(asked, asked + 4))?.[0].length ?? 0);
  if (steps > from) {
    add({ start: from, end: steps }, 'policy');
    own.render('\n', 'policy');
  }
  if (typeof step === 'string') own.render(step, 'policy');
  else {
    const number = label?.number ?? step.depth;
    if (label) {
      add(label, 'policy');
      // An entry ends before its last blanks.
      if (text.charAt(label.end - 1) === ':') own.render(' ', 'policy');
    } else own.render(`Thought ${number}: `, 'policy');
    add(step.thought, 'policy');
    own.render(`\nAction ${number}: `, 'policy');
    add(step.action, 'policy');
    own.render(`\nObservation ${number}: `, 'policy');
    add(step.observation, 'policy');
  }
  return own;
}
