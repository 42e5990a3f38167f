import type { RolloutDetail, Waterfall, WaterfallBar } from '../../../../core/protocol/rollout-detail';
import type { Severity } from '../../../../core/trace/model';
import { counted, whole } from '../../../base/words';
import { shown } from '../../../chart/series';

/** A severity as a sign and a word: neither colour nor sign alone says it. */
export const severities: Readonly<Record<Severity, { readonly sign: string; readonly word: string }>> = {
  error: { sign: '✖', word: 'Error' },
  warning: { sign: '▲', word: 'Warning' },
  information: { sign: 'ℹ', word: 'Information' },
  hint: { sign: '·', word: 'Hint' },
};

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** `812 bytes`, `1.5 kB`, `1.07 GB`: decimal units. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  const power = Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  // 999.9 kB would be rounded to 1000.
  if (value >= 999.5 && power < UNITS.length) return `1 ${UNITS[power]}`;
  return `${Number(value.toPrecision(3))} ${UNITS[power - 1]}`;
}

/** Milliseconds as `0.4 ms`, `85 ms`, `1.24 s`, `3 min 5 s`. */
export function timeText(ms: number): string {
  if (ms < 999.5) return `${Number(ms.toPrecision(ms < 1 ? 1 : 3))} ms`;
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${Number(seconds.toPrecision(3))} s`;
  const rounded = Math.round(seconds);
  return `${whole(Math.floor(rounded / 60))} min ${rounded % 60} s`;
}

/** Where a record stands: `line 18, bytes 1,024 to 2,048 (1.02 kB)`. */
export function placeText({ line, byteStart, byteEnd }: RolloutDetail['place']): string {
  const bytes = `bytes ${whole(byteStart)} to ${whole(byteEnd)} (${sizeText(byteEnd - byteStart)})`;
  return line === null ? bytes : `line ${whole(line + 1)}, ${bytes}`;
}

/** `★ gold: Melka · Melka River`; three golds at most. */
export function goldText(golds: readonly string[]): string {
  const more = golds.length > 3 ? ` and ${golds.length - 3} more` : '';
  return `★ gold: ${golds.slice(0, 3).join(' · ')}${more}`;
}

/** Whether the answer is a gold, in words. */
export function verdictText({
  answer,
  golds,
  reward,
}: Pick<RolloutDetail, 'answer' | 'golds' | 'reward'>): string {
  const { em, f1 } = reward;
  if (golds.length === 0) return 'Not judged: the file holds no gold for it.';
  if (em === null) return answer === null ? 'No answer was given.' : 'Not judged.';
  const measured = f1 === null ? '' : `, F1 ${shown(f1)}`;
  return em === 1 ? `★ gold: EM 1${measured}` : `✗ not gold: EM ${shown(em)}${measured}`;
}

/** The recorded reward beside the recomputed one. */
export function comparedText({ recorded, reward }: Pick<RolloutDetail, 'recorded' | 'reward'>): string {
  const kept = recorded.find(({ key }) => key === 'score')?.value.text;
  const { total, reason } = reward;
  const computed =
    total === null ? `No reward can be recomputed: ${reason ?? 'a component has no value'}.` : null;
  if (kept === undefined) return computed ?? `Recomputed ${shown(total)}. The file records no reward.`;
  if (computed !== null || total === null) return `Recorded ${kept}. ${computed ?? ''}`.trim();
  const value = Number(kept);
  if (!Number.isFinite(value)) return `Recorded ${kept}, recomputed ${shown(total)}.`;
  // Rewards are kept as 32-bit floats by many trainers.
  const same = Math.abs(value - total) <= 1e-6 * Math.max(1, Math.abs(total));
  return same
    ? `Recorded ${shown(value)}, and recomputed the same.`
    : `Recorded ${shown(value)}, recomputed ${shown(total)}: they differ by ${shown(Math.abs(value - total))}.`;
}

/** What a screen reader hears when a rollout is there. */
export function heardText(detail: RolloutDetail): string {
  const { id, turns, findings, fault } = detail;
  if (fault !== null && turns.length === 0) return `${id}: ${fault}`;
  const said = `${id}: ${counted(turns.length, 'turn')}, ${counted(findings.length, 'finding')}`;
  return `${said}. ${verdictText(detail)}`;
}

/** What a bar is, in words. */
export const kinds: Readonly<Record<WaterfallBar['kind'], string>> = {
  think: 'Think',
  search: 'Search',
  answer: 'Answer',
  other: 'Other',
};

/** How a waterfall came about. */
export function waterfallText({ total, placed, source }: Waterfall): string {
  const order =
    placed === 'recorded'
      ? 'Bars stand where the file says; what ran at the same time stands in lanes.'
      : 'The file tells durations, not beginnings: bars are put one after the other.';
  return `${timeText(total)} in all. ${order} Times are ${source}.`;
}
