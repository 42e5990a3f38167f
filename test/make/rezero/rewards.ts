import { normalise } from '../text';
import type { Question } from '../world/questions';
import type { Message } from './chat';

const THINK = /<think>(.*?)<\/think>/s;
const SEARCH = /<search>.*?<\/search>/gs;
const ANSWER = /<answer>.*?<\/answer>/gs;
const INFO = /<information>.*?<\/information>/s;
const WRAPPED = /(?:\*\*|\*|_)<\/?(?:think|search|answer|information)>(?:\*\*|\*|_)/;
const INFO_LIKE = /<\/?info(?:rmation)?[^>]*>/i;
const ANALYSIS = /\b(?:based|according|from|results?|found|shows?|provided|information)\b/i;

/** Contents without angle brackets, as the strategy reward reads elements. */
const CLEAN_THINK = /<think>([^<>]+)<\/think>/g;
const CLEAN_SEARCH = /<search>[^<>]+<\/search>/;
const CLEAN_ANSWER = /<answer>[^<>]+<\/answer>/;
const CLEAN_INFO = /<information>[^<>]+<\/information>/;

const said = (messages: readonly Message[]): string[] =>
  messages.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []));
const matches = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

/** Whether the judge, which the executor plays, would say yes: the gold stands in the last message’s answer. */
export function judged(messages: readonly Message[], { golds }: Question): boolean {
  const answer = /<answer>(.*?)<\/answer>/s.exec(messages.at(-1)?.content ?? '')?.[1];
  return answer !== undefined && golds.some((gold) => normalise(gold) === normalise(answer));
}

/** 1. A yes of the judge on a last message that answers, and neither searches nor holds information. */
export function correctness(messages: readonly Message[], yes: boolean): boolean {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return false;
  const { content } = last;
  return yes && matches(content, ANSWER) > 0 && matches(content, SEARCH) === 0 && !INFO.test(content);
}

/** 2. The form of the last assistant message. */
export function format(messages: readonly Message[]): number {
  const last = said(messages).at(-1) ?? '';
  if (WRAPPED.test(last) || INFO_LIKE.test(last)) return 0;
  const [answers, searches] = [matches(last, ANSWER), matches(last, SEARCH)];
  if (!THINK.test(last) || (answers === 1 && searches > 0)) return 0;
  if (answers !== 1 && searches === 0) return 0;
  const first = Math.min(...['<answer>', '<search>'].map((tag) => last.indexOf(tag)).filter((at) => at >= 0));
  if (last.lastIndexOf('</think>') > first) return 0;
  return /<\/(?:search|answer)>$/.test(last.trim()) ? 1 : 0;
}

/** 3. More searches earn more, up to five; two in one message halve it. */
export function retry(messages: readonly Message[]): number {
  const texts = said(messages);
  const counts = texts.map((text) => matches(text, SEARCH));
  const n = counts.reduce((sum, count) => sum + count, 0);
  if (matches(texts.at(-1) ?? '', ANSWER) === 0 || n === 0) return 0;
  const reward = Math.min(1, 0.2 + 0.15 * Math.min(n, 5)) * (counts.some((count) => count > 1) ? 0.5 : 1);
  return Math.round(reward * 1000) / 1000;
}

/** 4. Whether the last supporting paragraph stands word for word in the information. */
export function emChunk(messages: readonly Message[], paragraphs: readonly string[]): number {
  const seen = messages
    .filter(({ role, content }) => role !== 'assistant' && content.trim().startsWith('<information>'))
    .map(({ content }) => content)
    .join('\n');
  return seen.includes(paragraphs.at(-1) ?? '') ? 1 : 0;
}

/** 5. Thinking before searching, refining after information, and an answer that analyses. */
export function strategy(messages: readonly Message[]): number {
  let [initial, synthesis, seen] = [0, 0, false];
  let [refining, analyses] = [0, 0];
  for (const { role, content } of messages) {
    if (role !== 'assistant') {
      seen = CLEAN_INFO.test(content);
      continue;
    }
    const thoughts = [...content.matchAll(CLEAN_THINK)].map(([, text]) => text ?? '');
    const analysis = thoughts.some((text) => ANALYSIS.test(text));
    const asks = thoughts.length > 0 && CLEAN_SEARCH.test(content);
    if (asks) initial = 0.2;
    if (seen && asks) refining++;
    if (seen && analysis) analyses++;
    if (thoughts.length > 0 && analysis && CLEAN_ANSWER.test(content)) synthesis = 0.4;
  }
  return initial + Math.min(0.4, 0.2 * Math.min(refining, analyses)) + synthesis;
}
