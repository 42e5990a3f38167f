import type { Segment, TokenRun } from './model';

/**
 * Puts masks and log-probabilities on segments. A segment gets the mask on which all runs agree that it shares
 * characters with (what stands between runs is put in while rendering: chat headers), and a log-probability only where
 * it alone shares characters with a run: the file does not tell which tokens of a message are which characters.
 */
export function withTokenRuns(segments: readonly Segment[], runs: readonly TokenRun[]): readonly Segment[] {
  if (runs.length === 0) return segments;
  const sharers = new Array<number>(runs.length).fill(0);
  const shared: { readonly from: number; readonly to: number }[] = [];
  let first = 0;
  for (const { start, end } of segments) {
    while ((runs[first]?.end ?? Infinity) <= start) first++;
    let to = first;
    for (let run = runs[to]; run && run.start < end; run = runs[++to]) sharers[to] = (sharers[to] ?? 0) + 1;
    shared.push({ from: first, to });
  }
  return segments.map((segment, at) => {
    const { from, to } = shared[at] ?? { from: 0, to: 0 };
    const own = runs.slice(from, to);
    const mask = own[0]?.mask ?? null;
    const logprob = own.length === 1 && sharers[from] === 1 ? (own[0]?.logprob ?? null) : null;
    return {
      ...segment,
      ...(mask === null || own.some((run) => run.mask !== mask) ? {} : { mask }),
      ...(logprob === null ? {} : { logprob }),
    };
  });
}
