import type { Random } from '../random';
import { lengthOfPieces } from '../text';
import { Transcript } from '../transcript';
import type { Question } from '../world/questions';
import type { Behaviour, Voice } from './behaviours';
import type { Played, SearchLabel } from './label';

/** What a search brought: the text that enters the rollout, and what is known of it. */
export interface Observed {
  readonly text: string;
  readonly label: SearchLabel;
  /** Whether the element lost its closing tag. */
  readonly truncated: boolean;
}

/** The protocol of a fork of Search-R1. (Search-R1: `search_r1/llm_agent/generation.py`, unchanged in both forks) */
export interface Fork {
  readonly maxTurns: number;
  readonly maxResponseTokens: number;
  readonly voice: Voice;
  /** Runs a query, whose text is that between the tags, stripped. */
  observe(query: string, random: Random): Observed;
  score(text: string, golds: readonly string[]): number;
}

/** What the environment says after a turn without an action. */
const NOTICE =
  '\nMy previous action is invalid. If I want to search, I should put the query between <search> and </search>. ' +
  'If I want to give the final answer, I should put the answer between <answer> and </answer>. Let me try again.\n';

/** Keeps a turn through its first `</search>`, else through its first `</answer>`, else whole. */
function cut(turn: string): string {
  for (const closer of ['</search>', '</answer>']) {
    const at = turn.indexOf(closer);
    if (at >= 0) return turn.slice(0, at + closer.length);
  }
  return turn;
}

/** Runs one behaviour under a fork’s training protocol. */
export function playFork(
  fork: Fork,
  question: Question,
  behaviour: Behaviour,
  prompt: string,
  random: Random,
): Played {
  const transcript = new Transcript();
  transcript.write('prompt', prompt);
  const turns = behaviour.turns(question, fork.voice, random);
  const searches: SearchLabel[] = [];
  const answers: string[] = [];
  let notices = 0;
  let truncated = false;
  for (let turn = 0; turn <= fork.maxTurns; turn++) {
    const full = turns[turn] ?? 'I do not know.';
    const kept = cut(full.slice(0, lengthOfPieces(full, fork.maxResponseTokens)));
    transcript.write('policy', kept);
    for (const [, text = ''] of kept.matchAll(/<answer>(.*?)<\/answer>/gs)) answers.push(text.trim());
    const action = /<(search|answer)>(.*?)<\/\1>/s.exec(kept);
    if (action?.[1] === 'answer' || turn === fork.maxTurns) break;
    if (!action) {
      notices++;
      transcript.write('environment', NOTICE);
      continue;
    }
    const observed = fork.observe(action[2]?.trim() ?? '', random);
    transcript.write('environment', observed.text);
    searches.push(observed.label);
    truncated ||= observed.truncated;
  }
  return {
    text: transcript.text,
    promptLength: prompt.length,
    label: {
      behaviour: behaviour.name,
      question: question.question,
      golds: question.golds,
      runs: transcript.runs,
      searches,
      answer: answers.at(-1) ?? null,
      notices,
      truncated,
      score: fork.score(transcript.text, question.golds),
    },
  };
}
