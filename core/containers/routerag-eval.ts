import type { Container, FileSample } from './container';
import { evidenceOfKeys } from './fields/keys';
import { transcriptReader } from './fields/transcript';
import { without } from './fields/values';

const KEYS = ['question', 'gold_answer', 'pred_answer', 'pred_type', 'reasoning_process'];

/** Lines that say that the question was answered without searching, at once or after the turn limit. */
const DIRECT = '[Direct QA Mode]';
const FALLBACK = '[Fallback to Direct QA]';

/** Results of RouteRAG's test: `deepqa_results/*.json`, the transcript in `reasoning_process`. */
export const routeragEval: Container = {
  id: 'routerag-eval',
  title: 'RouteRAG test results',
  holds: 'rollouts',
  dialect: 'routerag',
  framings: ['json', 'lines'],
  recognise: (sample: FileSample) => evidenceOfKeys(sample, KEYS, 0.95),
  reader: () =>
    transcriptReader('reasoning_process', (value, text) => {
      const mode = text.startsWith(DIRECT) ? 'direct' : text.includes(FALLBACK) ? 'fallback' : null;
      return {
        ...(mode === null ? {} : { mode }),
        ...without(value, 'reasoning_process', 'question', 'gold_answer'),
      };
    }),
};
