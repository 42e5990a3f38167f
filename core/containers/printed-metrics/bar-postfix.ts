import { pythonNumber, valuesOf, type MetricPattern } from './metric-pattern';
import { absent } from '../losses';

/** Keys by which the training bar of OpenRLHF (R1-Searcher) is told from all other bars. */
const TRAINING = ['pg', 'rm', 'ret', 'glen', 'tlen', 'kl', 'act_lr'];

/** How many of them must stand in it. */
const ENOUGH = 4;

/**
 * The training bar of OpenRLHF: `Train epoch [1/1]:  25%|…| 1/4 [00:10<00:30, 10.1s/it, pg=-0.01, rm=0.4, …]`. A line
 * that shows several states of it is read for the last.
 */
export const barPostfix: MetricPattern = {
  title: 'progress bars of OpenRLHF with metrics (`pg=…, rm=…`)',
  read(line, _last, bar) {
    if (!bar || line.trim() !== '') return null;
    const pairs = bar.inside.split(', ').flatMap((part): [string, number][] => {
      const equals = part.indexOf('=');
      const value = equals > 0 ? pythonNumber(part.slice(equals + 1)) : null;
      return value === null ? [] : [[part.slice(0, equals).trim(), value]];
    });
    const known = pairs.filter(([name]) => TRAINING.includes(name)).length;
    if (known < ENOUGH) return null;
    const noStep = absent('progress bars count within an epoch; they name no step');
    return { measured: { step: null, values: valuesOf(pairs) }, losses: [noStep] };
  },
};
