import { f1 } from '../research/reward';

const BODY = /<\|im_start\|>assistant\n(.*?)<\|im_end\|>/gs;
const CALL = /<tool_call>(.*?)<\/tool_call>/gs;

const count = (text: string, part: string): number => text.split(part).length - 1;

/** The reward of ReCall with its reason. (ReCall: src/verl/utils/reward_score/re_call.py) */
export function reward(
  text: string,
  golds: readonly string[],
): { readonly score: number; readonly reason: string } {
  if (!text.endsWith('<|im_end|>')) return { score: 0, reason: 'not end with eos token' };
  const bodies = [...text.matchAll(BODY)].map((match) => match[1] ?? '');
  for (const body of bodies) {
    const fault = faultIn(body);
    if (fault !== null) return { score: 0, reason: `bad format: ${fault}` };
  }
  const last = bodies.at(-1) ?? '';
  if (!last.includes('\\box')) return { score: 0, reason: 'bad format: no boxed answer in the last turn' };
  const answer = /\\boxed\{([^{}]*)\}/.exec(last.slice(last.lastIndexOf('\\boxed')))?.[1];
  if (answer === undefined) return { score: 0, reason: 'find box error' };
  const best = Math.max(...golds.map((gold) => f1(answer, gold)));
  return best > 0
    ? { score: best, reason: `correct answer, get f1 score: ${best}` }
    : { score: 0.1, reason: `wrong answer but good format: ${answer}` };
}

function faultIn(body: string): string | null {
  const thoughts = count(body, '<think>');
  if (thoughts === 0 || thoughts !== count(body, '</think>')) return 'think tags do not pair up';
  if (count(body, '<tool_call>') !== count(body, '</tool_call>')) return 'tool_call tags do not pair up';
  for (const [, call = ''] of body.matchAll(CALL)) {
    if (!call.includes('"name"') || !call.includes('"arguments"')) return 'a call lacks name or arguments';
    try {
      JSON.parse(call);
    } catch (error) {
      if (error instanceof SyntaxError) return 'a call is no JSON';
      throw error;
    }
  }
  return null;
}
