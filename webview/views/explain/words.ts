import type { Explained, SpentHere } from '../../../core/protocol/panels/explain';
import { durationText } from '../../../core/words';
import { counted, whole } from '../../base/words';

/** `240 ms`, `3.4 s`, `42.5 s`, `2 min 5 s`: what an endpoint took, to the tenth below a minute. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  // 59.95 s would be rounded to 60.0.
  return ms < 59_950 ? `${(ms / 1000).toFixed(1)} s` : durationText(ms);
}

/** An amount of the user's own currency, so without a sign; small ones with two digits that say something. */
export function amount(money: number): string {
  return money >= 0.01 || money === 0 ? money.toFixed(2) : money.toPrecision(2);
}

/** What a chat took, a clause each. */
export function spentClauses(spent: SpentHere): readonly string[] {
  const { promptTokens, completionTokens, estimated, requests, retries, ms, firstTokenMs, money } = spent;
  const about = estimated ? '≈ ' : '';
  return [
    `${about}${whole(promptTokens)} prompt tokens`,
    `${about}${whole(completionTokens)} completion tokens`,
    ...(estimated ? ['estimated, for the endpoint did not count'] : []),
    counted(requests, 'request'),
    ...(retries > 0 ? [`${retries} of them repeated`] : []),
    duration(ms),
    ...(firstTokenMs === null ? [] : [`first token after ${duration(firstTokenMs)}`]),
    ...(money === null ? [] : [`costs ${amount(money)} at your prices`]),
  ];
}

/** What a screen reader is told when the phase changes; null where that is nothing new. */
export function announcement({ phase, model }: Explained): string | null {
  switch (phase.kind) {
    case 'none':
    case 'preparing':
      return null;
    case 'asking':
      return `Asking ${model ?? 'the model'}.`;
    case 'waiting':
      return `${phase.why} Another attempt in ${duration(phase.leftMs)}.`;
    case 'done':
      return 'The answer is complete.';
    case 'stopped':
      return 'Stopped.';
    case 'failed':
      return phase.message;
  }
}
