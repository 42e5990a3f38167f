import type { Container, RawRecord, RecordReader, RecordReading } from '../containers/container';
import { NOTHING } from '../containers/reading';
import { parseTolerant } from '../containers/json/tolerant';
import { findingsOf, type Severities } from '../findings';
import type { Dialect } from '../trace/dialect';
import type { Finding, RecordPlace, Rollout, RolloutSource } from '../trace/model';
import type { Entry } from './rollout-file';

/** What turns records into entries. */
export interface EntryReading {
  /** What ids call the file. */
  readonly name: string;
  /** Bytes of the file: a record that ends there has no line end. */
  readonly size: number;
  readonly container: Container;
  readonly reader: RecordReader;
  readonly json: boolean;
}

const NO_FINDINGS: readonly Finding[] = [];

const TORN = 'torn last line: the writer was probably killed mid-write';

/** Reads what a container makes of a record. `problem` is what the framing found wrong with it. */
export function readRecord(reading: EntryReading, record: RawRecord, problem: string | null): RecordReading {
  if (problem !== null) return { ...NOTHING, fault: { message: problem, byte: record.byteStart } };
  if (!reading.json) return withByteFault(reading.reader(record, undefined, reading.name), record);
  const parsed = parseTolerant(record.text);
  if (parsed.ok) return withByteFault(reading.reader(record, parsed.value, reading.name), record);
  const torn = parsed.early && record.byteEnd === reading.size;
  const byte = record.byteStart + Buffer.byteLength(record.text.slice(0, parsed.offset), 'utf8');
  return { ...NOTHING, fault: { message: `${torn ? TORN : 'not JSON'}; found ${parsed.message}`, byte } };
}

/** Names the first invalid byte beside what could be read. */
function withByteFault(reading: RecordReading, { invalidByte }: RawRecord): RecordReading {
  if (invalidByte === null || reading.fault) return reading;
  const message = 'invalid UTF-8: the byte is shown as U+FFFD; the file was cut or has another encoding';
  return { ...reading, fault: { message, byte: invalidByte } };
}

/** Parses the rollouts of a record and looks for findings. */
export function entryOf(
  place: RecordPlace,
  reading: RecordReading,
  container: Container,
  dialect: Dialect,
  severities: Severities | null,
): Entry {
  const rollouts = reading.rollouts.map((source) => rolloutOf(source, container, dialect, severities));
  return { place, rollouts, fault: reading.fault, withoutText: reading.withoutText };
}

function rolloutOf(
  source: RolloutSource,
  container: Container,
  dialect: Dialect,
  severities: Severities | null,
): Rollout {
  const trace = dialect.parse(source.text, source.parts);
  // Named one by one: spreading costs more than parsing where millions are read.
  const rollout = {
    id: source.id,
    file: source.file,
    index: source.index,
    sample: source.sample,
    question: source.question,
    golds: source.golds,
    text: source.text,
    parts: source.parts,
    recorded: source.recorded,
    container: container.id,
    dialect: dialect.id,
    segments: trace.segments,
    turns: trace.turns,
    answer: trace.answer,
    anomalies: trace.anomalies,
    promptAnswers: trace.promptAnswers,
    findings: NO_FINDINGS,
  };
  if (severities) rollout.findings = findingsOf(rollout, dialect, severities);
  return rollout;
}
