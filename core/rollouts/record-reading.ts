import type { Container, RawRecord, RecordFault, RecordReader, RecordReading } from '../containers/container';
import { withExactIntegers } from '../containers/json/integers';
import { unitBytes } from '../containers/framing/utf8';
import { parsedBy } from '../containers/framing/parsed';
import type { Framing } from '../containers/framing/framing';
import { broken, NOTHING } from '../containers/reading';
import { findingsOf, type RuleFailure, type Severities } from '../findings';
import type { Dialect } from '../trace/dialect';
import type { Finding, RecordPlace, Rollout, RolloutSource } from '../trace/model';
import { withTokenRuns } from '../trace/token-runs';
import { messageOf } from '../message-of';
import { questionIn } from './question';
import type { Entry } from './rollout-file';

/** What turns records into entries. */
export interface EntryReading {
  /** What ids call the file. */
  readonly name: string;
  /** Bytes of the file: a record that ends there has no line end. */
  readonly size: number;
  readonly container: Container;
  readonly reader: RecordReader;
  readonly framing: Framing;
}

/** How findings are looked for. */
export interface Checking {
  readonly severities: Severities;
  /** Who is told of a rule that threw; null makes it a fault of the record. */
  readonly onFailure: ((failure: RuleFailure) => void) | null;
}

const NO_FINDINGS: readonly Finding[] = [];

const TORN = 'torn last line: the writer was probably killed mid-write';

/** Reads what a container makes of a record. `problem` is what the framing found wrong with it. Never throws. */
export function readRecord(reading: EntryReading, record: RawRecord, problem: string | null): RecordReading {
  if (problem !== null) return broken(record, problem);
  try {
    if (reading.framing.id === 'text') {
      const text = record.byteEnd < reading.size ? record : { ...record, last: true };
      return withByteFault(reading.reader(text, undefined, reading.name), record);
    }
    const parsed = parsedBy(reading.framing, record);
    if (parsed.ok) {
      const value = withExactIntegers(parsed.value, record.text);
      return withByteFault(reading.reader(record, value, reading.name), record);
    }
    const torn = parsed.early && record.byteEnd === reading.size;
    const byte = record.byteStart + byteOf(record, parsed.offset);
    const message = `${torn ? TORN : 'not JSON'}; found ${parsed.message}`;
    return { ...NOTHING, fault: { message, byte, ...(torn ? { torn } : {}) } };
  } catch (error) {
    return broken(record, failureSaid(error));
  }
}

/** Offset in the record's bytes of an offset in its text. */
function byteOf({ text, bytes }: RawRecord, offset: number): number {
  return bytes
    ? (unitBytes(bytes)[offset] ?? bytes.length)
    : Buffer.byteLength(text.slice(0, offset), 'utf8');
}

/** Names the first invalid byte beside what could be read. */
function withByteFault(reading: RecordReading, { invalidByte }: RawRecord): RecordReading {
  if (invalidByte === null || reading.fault) return reading;
  const message = 'invalid UTF-8: the byte is shown as U+FFFD; the file was cut or has another encoding';
  return { ...reading, fault: { message, byte: invalidByte } };
}

/** Parses the rollouts of a record and looks for findings. Never throws: one bad record must not end a file. */
export function entryOf(
  record: RawRecord,
  reading: RecordReading,
  container: Container,
  dialect: Dialect,
  checking: Checking | null,
): Entry {
  const { index, byteStart, byteEnd, line, character } = record;
  const place: RecordPlace =
    character === undefined
      ? { index, byteStart, byteEnd, line }
      : { index, byteStart, byteEnd, line, character };
  const rollouts: Rollout[] = [];
  const failed: RecordFault[] = [];
  const onFailure =
    checking?.onFailure ??
    (({ rule, cause }: RuleFailure): void => {
      const message = `the rule \`${rule}\` failed (${messageOf(cause)}); please report it`;
      failed.push({ message, byte: byteStart });
    });
  try {
    for (const source of reading.rollouts) {
      rollouts.push(
        rolloutOf(source, container, dialect, checking && { severities: checking.severities, onFailure }),
      );
    }
  } catch (error) {
    failed.push({ message: failureSaid(error), byte: byteStart });
  }
  const fault = reading.fault ?? failed[0] ?? null;
  const { withoutText, losses, measured } = reading;
  const entry = { place, record, rollouts, fault, withoutText };
  if (!losses && !measured) return entry;
  return { ...entry, ...(losses ? { losses } : {}), ...(measured ? { measured } : {}) };
}

/** Says what made reading fail. The stack overflows where recursion meets deep nesting, or a call too many arguments. */
function failureSaid(error: unknown): string {
  return error instanceof RangeError && error.message.startsWith('Maximum call stack')
    ? 'the record is nested too deeply, or a list in it is too long, to be read; flatten or shorten that field'
    : `the record cannot be read (${messageOf(error)}); please report it`;
}

function rolloutOf(
  source: RolloutSource,
  container: Container,
  dialect: Dialect,
  checking: (Checking & { readonly onFailure: (failure: RuleFailure) => void }) | null,
): Rollout {
  const trace = dialect.parse(source.text, source.parts);
  // Named one by one: spreading costs more than parsing where millions are read.
  const rollout = {
    id: source.id,
    file: source.file,
    index: source.index,
    sample: source.sample,
    question: source.question ?? questionIn(source.text, trace.segments),
    golds: source.golds,
    text: source.text,
    parts: source.parts,
    recorded: source.recorded,
    container: container.id,
    dialect: dialect.id,
    segments: source.tokenRuns ? withTokenRuns(trace.segments, source.tokenRuns) : trace.segments,
    turns: trace.turns,
    answer: trace.answer,
    anomalies: trace.anomalies,
    promptAnswers: trace.promptAnswers,
    marks: trace.marks,
    citations: trace.citations,
    findings: NO_FINDINGS,
  };
  if (checking) {
    const { severities, onFailure } = checking;
    rollout.findings = findingsOf(rollout, dialect, severities, { onFailure });
  }
  return rollout;
}
