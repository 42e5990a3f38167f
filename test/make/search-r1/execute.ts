import { expectedFindings } from '../expected';
import type { ExecutedSearch, RolloutLabel } from '../labels';
import { textOf } from '../parts';
import type { Policy, Seen } from '../policy';
import type { Random } from '../random';
import type { Retriever } from '../retriever';
import { lengthOfPieces, normalise } from '../text';
import { Transcript } from '../transcript';
import type { Question } from '../world/questions';
import { observe } from './observation';
import { asked, chatml, exampleAnswer } from './prompt';

/** Limits of a run. (Search-R1: verl/trainer/config/ppo_trainer.yaml, scripts/nq_hotpotqa) */
export interface Settings {
  readonly maxTurns: number;
  readonly topK: number;
  readonly maxResponseTokens: number;
  readonly maxObservationTokens: number;
  /** How often, in per cent, policies that may answer either way answer right. */
  readonly skill: number;
}

/** What the environment says after a turn without an action. (Search-R1: search_r1/llm_agent/generation.py) */
const notice =
  '\nMy previous action is invalid. If I want to search, I should put the query between <search> and </search>. ' +
  'If I want to give the final answer, I should put the answer between <answer> and </answer>. Let me try again.\n';

/** Cuts a turn: through the first `</search>`, else through the first `</answer>`. (`_postprocess_responses`) */
function cut(turn: string): string {
  for (const closer of ['</search>', '</answer>']) {
    const at = turn.indexOf(closer);
    if (at >= 0) return turn.slice(0, at + closer.length);
  }
  return turn;
}

/** What the reward takes for the answer: the last of at least two over the full text. (`extract_solution`) */
export function extract(text: string): string | null {
  const matches = [...text.matchAll(/<answer>(.*?)<\/answer>/gs)];
  return matches.length < 2 ? null : (matches.at(-1)?.[1]?.trim() ?? null);
}

/** A rollout as executed: its response and what is known of it. Offsets of the label count from `prompt`. */
export interface Executed {
  readonly response: string;
  readonly score: number;
  readonly label: Omit<RolloutLabel, 'index'>;
}

/** Runs one policy on one question. (Search-R1: search_r1/llm_agent/generation.py `run_llm_loop`) */
export function execute(
  question: Question,
  policy: Policy,
  prompt: string,
  retriever: Retriever,
  settings: Settings,
  random: Random,
): Executed {
  const transcript = new Transcript();
  transcript.write('prompt', prompt);
  const reply = (random.below(100) < settings.skill ? question.golds[0] : question.wrong) ?? '';
  const turns = policy.play({ question, random, maxTurns: settings.maxTurns, reply });
  const searches: ExecutedSearch[] = [];
  const shownDocuments: string[] = [];
  let seen: Seen = { documents: [], notice: false };
  let notices = 0;
  let limitCut: 'none' | 'within' | 'end' = 'none';
  let answered = false;

  for (let turn = 0; turn <= settings.maxTurns && !answered; turn++) {
    const next = turns.next(seen);
    if (next.done) throw new Error(`${policy.name} ran out of turns on ${question.id}`);
    const full = textOf(next.value);
    const sampled = full.slice(0, lengthOfPieces(full, settings.maxResponseTokens));
    const kept = cut(sampled);
    if (sampled.length < full.length && kept === sampled)
      limitCut = turn === settings.maxTurns ? 'end' : 'within';
    transcript.policy(next.value, 0, kept.length);
    const action = /<(search|answer)>(.*?)<\/\1>/s.exec(kept);
    answered = action?.[1] === 'answer';
    if (answered || turn === settings.maxTurns) break;
    if (!action) {
      notices++;
      transcript.write('environment', notice);
      seen = { documents: [], notice: true };
      continue;
    }
    const query = action[2]?.trim() ?? '';
    const results = retriever.search(query, settings.topK);
    const observation = observe(results, settings.maxObservationTokens);
    transcript.write('environment', observation.text);
    shownDocuments.push(...observation.shown);
    searches.push({
      query,
      titles: results.map((result) => result.title),
      shown: observation.shown.length,
      truncated: observation.truncated,
    });
    seen = { documents: results, notice: false };
  }

  const response = transcript.text.slice(prompt.length);
  const extracted = extract(chatml(question.question) + response);
  const score = question.golds.some((gold) => extracted !== null && normalise(gold) === normalise(extracted))
    ? 1
    : 0;
  const answers = transcript.complete('answer').map((element) => element.content.trim());
  const answer = answers.at(-1) ?? null;
  const unexecuted = transcript
    .complete('search')
    .map((element) => element.content.trim())
    .slice(searches.length);
  const unbalanced = transcript.unbalanced();
  const expected = expectedFindings({
    golds: question.golds,
    yesNo: question.yesNo,
    searches,
    shownDocuments,
    unexecuted,
    answers,
    answeredBeforeUnexecuted: answered,
    // Without an answer of the policy the last match stands in the prompt, in a notice, or in a document.
    extractedFromElsewhere: answer === null && extracted !== null,
    copiedFromPrompt: answer === exampleAnswer && !question.golds.includes(exampleAnswer),
    notices,
    unbalanced,
    perhaps: transcript.has('inner') ? ['unclosed-tag'] : [],
    forged: transcript.has('forged'),
    emptyQuery: searches.some((search) => search.query === ''),
    limitCut,
    searchLimits: [3, 10],
  });
  return {
    response,
    score,
    label: {
      behaviour: policy.name,
      question: asked(question.question),
      golds: question.golds,
      length: transcript.text.length,
      runs: transcript.runs,
      searches,
      unexecuted,
      answers,
      answer,
      extracted,
      notices,
      documentsTruncated: searches.some((search) => search.truncated),
      unbalanced,
      score,
      ...expected,
    },
  };
}
