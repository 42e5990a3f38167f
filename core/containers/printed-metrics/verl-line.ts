import { CUT_LINE, pythonNumber, valuesOf, type MetricPattern } from './metric-pattern';
import { cut } from '../losses';

const STEP = /^step:(-?\d{1,15}) - /;

/** Longest line that is read, in characters: upstream prints some hundred metrics, of 5 KB together. */
const LONGEST_LINE = 1_000_000;

const OTHERS = cut('pairs of a metric line whose value is no number are left out');

/**
 * The console logger of verl and its forks: `step:12 - actor/kl_loss:0.003 - critic/score/mean:np.float64(0.4)`. Some
 * key must have a slash, so that words of a model are hardly taken for one. (`verl/utils/logger/aggregate_logger.py`)
 */
export const verlLine: MetricPattern = {
  title: '`step:N - key:value` lines of verl',
  read(line, last) {
    if (!line.startsWith('step:') || line.length > LONGEST_LINE) return null;
    const step = STEP.exec(line);
    if (!step) return null;
    const parts = line.slice(step[0].length).trimEnd().split(' - ');
    const cut = last ? parts.splice(-1) : [];
    const pairs: [string, number][] = [];
    for (const part of parts) {
      const colon = part.lastIndexOf(':');
      const value = colon > 0 ? pythonNumber(part.slice(colon + 1)) : null;
      if (value !== null) pairs.push([part.slice(0, colon), value]);
    }
    if (!pairs.some(([key]) => key.includes('/'))) return null;
    const losses = [...(cut.length > 0 ? [CUT_LINE] : []), ...(pairs.length < parts.length ? [OTHERS] : [])];
    return { measured: { step: Number(step[1]), values: valuesOf(pairs) }, losses };
  },
};
