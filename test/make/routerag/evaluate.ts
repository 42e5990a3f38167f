import type { Behaviour, Voice } from '../family/behaviours';
import type { SearchLabel, SystemRollout } from '../family/label';
import type { Random } from '../random';
import type { Retriever } from '../retriever';
import { normalise } from '../text';
import { Transcript } from '../transcript';
import type { CorpusPassage } from '../world/corpus';
import type { Question } from '../world/questions';
import { prompt } from './prompt';
import { routed } from './query';

const MAX_STEPS = 4;
const READ = 2;

/** A transcript of the evaluation, with its record as the results file holds it. */
export interface Evaluated {
  readonly record: Readonly<Record<string, unknown>>;
  readonly label: SystemRollout;
}

/** Runs the test loop: searches until an answer, at most four times, then reads. (RouteRAG: `deepqa`) */
export function evaluate(
  retriever: Retriever,
  question: Question,
  behaviour: Behaviour,
  voice: Voice,
  random: Random,
): Evaluated {
  const transcript = new Transcript();
  transcript.write('prompt', prompt(question.question));
  const turns = behaviour.turns(question, voice, random);
  const searches: SearchLabel[] = [];
  let answer: string | null = null;
  for (let step = 0; step < MAX_STEPS && answer === null; step++) {
    const full = turns[step] ?? 'I do not know.';
    const stop = Math.min(...['</search>', '</answer>'].map((tag) => endOf(full, tag)));
    const said = full.slice(0, stop);
    transcript.write('policy', said);
    const asked = /<search>(.*?)<\/search>/s.exec(said)?.[1];
    if (asked === undefined) {
      answer = said.split('<answer>')[1]?.split('</answer>')[0]?.trim() ?? null;
      continue;
    }
    const { query, label } = routed(asked.trim());
    const results = query === '' ? [] : retriever.search(query, 3);
    const docs = results.map(({ title, text }, at) => `Doc ${at + 1}(Title: ${title}) ${text}\n`).join('');
    transcript.write('environment', `\n\n<information>${docs}</information>\n\n`);
    searches.push({ queries: [label], titles: [results.map(({ title }) => title)], error: null });
  }
  const type = answer === null ? 'Direct' : 'Deep';
  if (answer === null) {
    const passages = retriever.search(question.question, READ);
    transcript.write('environment', `\n\n[Fallback to Direct QA]\n${reading(passages, question.question)}`);
    transcript.write('policy', `Thought: The passages say little.\nAnswer: ${question.wrong}`);
    answer = question.wrong;
    searches.push({ queries: [], titles: [passages.map(({ title }) => title)], error: null });
  }
  const right = question.golds.some((gold) => normalise(gold) === normalise(answer ?? ''));
  return {
    record: {
      question: question.question,
      gold_answer: question.golds,
      pred_answer: answer,
      pred_type: type,
      reasoning_process: transcript.text,
    },
    label: {
      behaviour: behaviour.name,
      question: question.question,
      golds: question.golds,
      runs: transcript.runs,
      searches,
      answer,
      notices: 0,
      truncated: false,
      score: right ? 1 : 0,
    },
  };
}

const endOf = (text: string, tag: string): number => {
  const at = text.indexOf(tag);
  return at < 0 ? text.length : at + tag.length;
};

function reading(passages: readonly CorpusPassage[], question: string): string {
  return `${passages.map(({ title, text }) => `Wikipedia Title: ${title}\n${text}\n\n`).join('')}Question: ${question}`;
}
