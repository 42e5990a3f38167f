import { splitAtHeaders } from './chat-headers';
import type { Container, FileSample, Loss, RawRecord, RecordReader, RecordReading } from './container';
import { goldsOf } from './fields/golds';
import { OwnText } from './fields/own-text';
import { markedQuestion } from './fields/prompt';
import { metricsIn } from './printed-metrics';
import { NOTHING, rolloutOf } from './reading';
import { markedText } from './fields/marked-prompt';
import { kindOf, type Kind } from './stdout/kind';
import { isStage } from './stdout/known-lines';
import { logLayout } from './stdout/layout';
import { logLineAt } from './stdout/log-line';
import { readRagR1Item } from './stdout/rag-r1-item';
import { readResearchSample, type MarkedSample } from './stdout/research-sample';
import type { MappedText } from './stdout/mapped-text';
import { readSample, readText } from './stdout/sample';
import { stepIn } from './stdout/step';
import { validationMetrics } from './stdout/validation-metrics';
import { whereItEnds } from './stdout/tail';
import { readConsoleSample } from './stdout/verl-sample';
import { goldsOfDump } from './verl/golds';
import { cut, withLosses } from './losses';

/**
 * The standard output of a training by Search-R1, RAG-R1, RouteRAG, ReSearch or verl's search recipe: samples that the
 * reward function prints, 1 of 64 (`verl/utils/reward_score/qa_em.py`), whole texts that validation prints, and metrics;
 * and that of RAG-R1's evaluation.
 */
export const searchR1Log: Container = {
  id: 'search-r1-log',
  title: "Samples in a training's standard output",
  holds: 'rollouts',
  framings: ['text'],
  layout: logLayout,
  recognise({ records }: FileSample) {
    const kinds = records.map(({ text }) => kindOf(text));
    const count = (kind: Kind): number => kinds.filter((each) => each === kind).length;
    const samples = count('sample');
    const texts = count('text');
    const consoles = count('console');
    if (samples > 0)
      return {
        weight: 0.95,
        because: `${samples} printed samples (\`Golden answers: \`, \`Solution string: \`) in the first ${records.length} records`,
      };
    if (consoles > 0)
      return {
        weight: 0.9,
        because: `${consoles} samples as verl prints them (\`[prompt] \`, \`[response] \`) in the first ${records.length} records`,
      };
    const others = count('research') + count('item');
    if (others > 0)
      return {
        weight: 0.9,
        because: `${others} samples as ReSearch (\`sequences_str: \`) or RAG-R1's evaluation (\`[all prompt]: \`) print them in the first ${records.length} records`,
      };
    if (
      texts > 0 &&
      count('metrics') + count('validation') + texts === records.length &&
      texts < records.length
    )
      return {
        weight: 0.7,
        because: `${texts} texts as validation prints them among ${records.length} records`,
      };
    const own = records.filter(({ text }) => isFamily(text)).length;
    return own === 0
      ? null
      : {
          weight: 0.8,
          because: `metrics that only Search-R1 and its forks print (\`env/…\`) in ${own} of the first ${records.length} records`,
        };
  },
  reader: () => read,
};

/** Metrics of the search loop, which no other trainer has. (Search-R1: `verl/trainer/ppo/ray_trainer.py`) */
const FAMILY = ['env/number_of_valid_search', 'env/number_of_actions/mean', 'env/finish_ratio'];

function isFamily(text: string): boolean {
  const values = metricsIn(text, logLineAt(text, 0), false)?.measured.values ?? {};
  return FAMILY.some((key) => Object.hasOwn(values, key));
}

const read: RecordReader = (record, _value, file) => {
  const kind = kindOf(record.text);
  if (kind === 'metrics' || kind === 'validation') return readMetrics(record);
  if (kind === 'sample') return readPrinted(record, file);
  if (kind === 'console') return readConsole(record, file);
  if (kind === 'text') return readPlain(record, file);
  if (kind === 'research') return readMarked(record, file, readResearchSample(record.text), FIRST_ONLY);
  if (kind === 'item') return readMarked(record, file, readRagR1Item(record.text), null);
  return { ...NOTHING, withoutText: 'neither a printed sample nor a line of metrics' };
};

/** Reads a line of metrics, or the metrics of a validation; a line of another kind holds nothing. */
export function readMetrics(record: RawRecord): RecordReading {
  const validation = validationMetrics(record.text);
  if (validation) return { ...NOTHING, withoutText: 'metrics of a validation', measured: validation };
  const reading = metricsIn(record.text, logLineAt(record.text, 0), record.last === true);
  if (!reading) return { ...NOTHING, withoutText: 'no line of metrics' };
  const { measured, losses } = reading;
  return { ...NOTHING, withoutText: 'a line of metrics', measured, ...(losses.length > 0 ? { losses } : {}) };
}

const SAMPLED = cut('all rollouts but a random 1 of 64, which is printed');
const NOT_REPEATED = cut('lines that Ray did not print again (set `RAY_DEDUP_LOGS=0`)');

function readPrinted(record: RawRecord, file: string): RecordReading {
  const { golds, extracted, solution, repeated } = readSample(record.text);
  if (!solution) return { ...NOTHING, withoutText: 'a printed sample without its `Solution string: `' };
  const step = stepIn(record.key);
  const recorded = {
    ...(step.step === null ? {} : { step: step.step }),
    ...(extracted === undefined ? {} : { extracted }),
  };
  const losses = [SAMPLED, ...step.losses, ...(repeated ? [NOT_REPEATED] : [])];
  return textReading(record, file, solution, goldsOf(golds?.text ?? ''), recorded, losses);
}

function readConsole(record: RawRecord, file: string): RecordReading {
  const { prompt, response, golds, values } = readConsoleSample(record.text);
  if (!response || response.length === 0)
    return { ...NOTHING, withoutText: 'a printed sample without its `[response] `' };
  const step = stepIn(record.key);
  const own = new OwnText();
  prompt.addTo(own, 'prompt');
  response.addTo(own, 'policy');
  const { score, ...others } = values;
  const recorded = {
    ...(score === undefined ? {} : { score }),
    ...(step.step === null ? {} : { step: step.step }),
    ...others,
  };
  const question = markedQuestion(prompt.text);
  const rollout = rolloutOf(
    record,
    file,
    { question, golds: goldsOfDump(golds ?? ''), text: own, recorded },
    null,
  );
  return { ...NOTHING, rollouts: [rollout], losses: step.losses };
}

const FIRST_ONLY = cut('all rollouts of a validation but the first of each data source, which is printed');

/** Reads a sample whose text says by its headers, or by `Assistant:`, where the response begins. */
function readMarked(
  record: RawRecord,
  file: string,
  sample: MarkedSample | null,
  loss: Loss | null,
): RecordReading {
  if (!sample || sample.text.length === 0)
    return { ...NOTHING, withoutText: 'a printed sample without text' };
  const step = stepIn(record.key);
  const { text, question } = markedText(sample.text.text, []);
  const { score, ...others } = sample.recorded;
  const recorded = {
    ...(score === undefined ? {} : { score }),
    ...(step.step === null ? {} : { step: step.step }),
    ...others,
  };
  const golds = goldsOfDump(sample.golds ?? '');
  const found = { question, golds, text: sample.text.own(text.parts), recorded };
  const losses = loss ? [loss, ...step.losses] : step.losses;
  return withLosses({ ...NOTHING, rollouts: [rolloutOf(record, file, found, null)] }, losses);
}

function readPlain(record: RawRecord, file: string): RecordReading {
  const step = stepIn(record.key);
  const recorded = { ...(step.step === null ? {} : { step: step.step }), printed: 'validation' };
  const text = readText(record.text, isStage);
  return textReading(record, file, text, [], recorded, step.losses);
}

function textReading(
  record: RawRecord,
  file: string,
  printed: MappedText,
  golds: readonly string[],
  recorded: Readonly<Record<string, unknown>>,
  losses: readonly Loss[],
): RecordReading {
  const { text, guessed } = whereItEnds(printed.text);
  if (text === '') return { ...NOTHING, withoutText: 'a printed sample without text' };
  const own: OwnText = printed.own(splitAtHeaders(text, 0).parts);
  const [first] = own.parts;
  const prompt = first?.by === 'prompt' ? text.slice(0, text.indexOf(ASSISTANT)) : text;
  const found = { question: markedQuestion(prompt), golds, text: own, recorded };
  return {
    ...NOTHING,
    rollouts: [rolloutOf(record, file, found, null)],
    losses: guessed ? [...losses, guessed] : losses,
  };
}

const ASSISTANT = '<|im_start|>assistant';
