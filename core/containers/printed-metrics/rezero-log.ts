import { pythonNumber, valuesOf, type MetricPattern } from './metric-pattern';
import { absent } from '../losses';

/** What loguru puts before a message: `2025-04-09 at 10:15:00 | INFO | src.rewards:reward_retry:120 - `. */
const HEAD =
  /^\d{4}-\d\d-\d\d (?:at )?\d\d:\d\d:\d\d(?:\.\d{1,6})? {1,2}\| {0,2}[A-Z]{1,10} {0,8}\| [^\s|]{1,200}:[^\s:|]{1,100}:\d{1,9} - /;

/** Beginnings of the messages that hold numbers. (ReZero: `src/rewards.py`) */
const MESSAGES = [
  'Average correctness: ',
  'Standard deviation: ',
  'Length ratio: ',
  'Format reward metrics - ',
  'Responses ending properly: ',
  'Retry behavior rewards: ',
  'Search tags per completion: ',
  'Violations (>1 search per message): ',
  'Search strategy metrics - ',
  'Final synthesis rate: ',
  'Search diversity metrics - ',
];

/** Longest line that is read, in characters. */
const LONGEST_LINE = 1000;

/** Colours, which the console has around each field. */
// eslint-disable-next-line no-control-regex -- the codes of terminals begin with ESC
const COLOUR = /\u001b\[[\d;]{0,32}m/g;

const VALUE = /^([-+\w.]{1,40})(?:(?:\/| ± )([-+\w.]{1,40}))?$/;

/**
 * The messages with which ReZero's rewards tell what a batch was given: `Valid formats: 4.0/6` becomes `Valid formats` 4
 * and `Valid formats (of)` 6; `0.433 ± 0.210` a mean and its `(±)`. They name no step.
 */
export const rezeroLog: MetricPattern = {
  title: "messages of ReZero's rewards (`Average correctness: x`)",
  read(printed) {
    if (printed.length > LONGEST_LINE) return null;
    const line = printed.replace(COLOUR, '');
    const head = HEAD.exec(line)?.[0];
    if (head === undefined) return null;
    const message = line.slice(head.length).trimEnd();
    if (!MESSAGES.some((beginning) => message.startsWith(beginning))) return null;
    const pairs: [string, number][] = [];
    for (const part of message.split(', ')) {
      const colon = part.lastIndexOf(': ');
      const match = VALUE.exec(part.slice(colon + 2).replace(/%$/, ''));
      const first = match && colon > 0 ? pythonNumber(match[1] ?? '') : null;
      if (first === null) continue;
      const name = part.slice(0, colon);
      pairs.push([name, first]);
      const second = match?.[2] === undefined ? null : pythonNumber(match[2]);
      if (second !== null) pairs.push([`${name} (${part.includes('±') ? '±' : 'of'})`, second]);
    }
    const noStep = absent('the messages name no step');
    return pairs.length === 0
      ? null
      : { measured: { step: null, values: valuesOf(pairs) }, losses: [noStep] };
  },
};
