import type { ByteSource } from './byte-source';
import type { Container, FileSample, SampledRecord } from './container';
import { describeRecords } from './fields/guesses';
import { decode } from './framing/decode';
import type { Framing } from './framing/framing';
import { HEAD_BYTES, readHead, type Head } from './head';
import { containerOf, containers } from './index';
import { spansInList } from './framing/json';
import { listInObject } from './framing/list-in-object';
import { parsedBy } from './framing/parsed';
import { none } from './none';
import { plainText } from './plain-text';
import { raw } from './raw';
import { UsageError } from './usage-error';
import { describeText } from './text-kind';
import type { Evidence } from '../trace/dialect';

/** Bytes of plain text that a sample holds at most; of JSON, records are sampled whole or not at all. */
const LONGEST_HEAD = 16 * HEAD_BYTES;

/** Bytes that are looked through for a first record: a file may be one record. */
const LONGEST_SAMPLE = 4e9;

/** Bytes of the longest record that is sampled whole; of a longer one a sketch tells what it is. */
export const LONGEST_SAMPLED = 1024 ** 2;

/** Most records in a sample. */
const SAMPLE_RECORDS = 200;

/** What a file was taken for, and on what grounds. */
export interface Recognition {
  readonly framing: Framing;
  readonly sample: FileSample;
  /** Every container that recognised the file, best first; the first is the chosen one. Never empty. */
  readonly ranked: readonly { readonly container: Container; readonly evidence: Evidence }[];
}

/** Finds the container of a file from its head and its name; `wanted` is, or names, the container instead. */
export async function recognise(
  source: ByteSource,
  wanted: string | Container | null,
  signal?: AbortSignal,
): Promise<Recognition> {
  const asked = typeof wanted === 'string' ? containerNamed(wanted) : wanted;
  const head = await readHead(source, containers, asked, signal);
  const outer = await better(source, head, asked, signal);
  const inner = speaksFor(outer.ranked, asked) ? null : wrappedIn(head);
  const wrapped = inner && (await lookedAt(source, inner, head, signal));
  const { ranked, ...found } = wrapped && speaksFor(wrapped.ranked, asked) ? wrapped : outer;
  if (asked) {
    const evidence = { weight: 1, because: 'you named it' };
    return {
      ...found,
      ranked: [{ container: asked, evidence }, ...ranked.filter(({ container }) => container !== asked)],
    };
  }
  // Tags also stand in logs and tables: the container of any text is not asked where it is one of these.
  const [best] = ranked;
  const reason =
    head.hopeless ?? (!best || best.container === plainText ? textReason(head, source.name) : null);
  if (reason === null && best) return { ...found, ranked };
  const because = reason ?? noneReason(head, found.sample, source);
  const readable = reason === null && found.sample.records.some(({ value }) => value !== undefined);
  return { ...found, ranked: [{ container: readable ? raw : none, evidence: { weight: 0, because } }] };
}

/**
 * The first records as the head says they are cut, or the other way where it allows two and a container knows the file
 * better so: an object of objects is a map of records, or one record.
 */
async function better(
  source: ByteSource,
  head: Head,
  asked: Container | null,
  signal?: AbortSignal,
): Promise<Recognition> {
  const first = await lookedAt(source, head.framing, head, signal);
  if (!head.other || head.hopeless !== null) return first;
  const other = await lookedAt(source, head.other, head, signal);
  const sure = ({ ranked }: Recognition): number =>
    (asked ? ranked.find(({ container }) => container === asked) : ranked[0])?.evidence.weight ?? 0;
  return sure(other) > sure(first) ? other : first;
}

/** Names under which a file keeps its records where it says more than them. */
const WRAPPERS = ['data', 'records', 'rows', 'results', 'rollouts', 'examples', 'items', 'trajectories'];

/** How the records are cut that one object of a file keeps in a list (`{"data": [{…}, …]}`); null for other files. */
function wrappedIn({ framing, text, marked, hopeless }: Head): Framing | null {
  if (framing.id !== 'json' || hopeless !== null || !text.trimStart().startsWith('{')) return null;
  const list = listInObject(marked, WRAPPERS);
  if (!list || !/^\s*\{/.test(marked.slice(list.at, list.at + LONGEST_GAP))) return null;
  return { id: 'json', spans: (from, options) => spansInList(from, list.first, options) };
}

/** Most blanks before the first record of a list. */
const LONGEST_GAP = 256;

function speaksFor(ranked: Recognition['ranked'], asked: Container | null): boolean {
  return asked ? ranked.some(({ container }) => container === asked) : ranked.length > 0;
}

/** The first records as a framing cuts them, and who recognises them. */
async function lookedAt(
  source: ByteSource,
  framing: Framing,
  { hopeless }: Head,
  signal?: AbortSignal,
): Promise<Recognition> {
  const sample = hopeless === null ? await sampleOf(source, framing, signal) : emptySample(source, framing);
  const records = soundOf(sample);
  const ranked = containers
    .filter((container) => container.framings.includes(framing.id))
    .flatMap((container) => {
      const evidence = container.recognise({ ...sample, records });
      return evidence ? [{ container, evidence }] : [];
    })
    .sort((a, b) => b.evidence.weight - a.evidence.weight);
  return { framing, sample, ranked };
}

/** The records that can be read, where they are no fewer than the broken ones: these say nothing of the format. */
function soundOf({ records }: FileSample): FileSample['records'] {
  const sound = records.filter(({ value }) => value !== undefined);
  return sound.length * 2 >= records.length && sound.length > 0 ? sound : records;
}

/** A container by its id; an error that names the known ones where there is none. */
export function containerNamed(id: string): Container {
  const container = containerOf(id);
  if (container) return container;
  const known = [...containers, raw].map((each) => each.id).join(', ');
  throw new UsageError(`there is no container "${id}"; known are ${known}`);
}

/** What makes a text a log or a table even if tags stand in it. */
function textReason(head: Head, name: string): string | null {
  return head.framing.id === 'text' ? describeText(head.text, name) : null;
}

function noneReason(head: Head, sample: FileSample, { size, torn }: ByteSource): string {
  if (head.framing.id === 'text') return 'no tag of a rollout and no chat header stands in its first 256 KB';
  if (sample.records.length === 0 && size <= LONGEST_SAMPLE) return 'it holds no record';
  if (sample.records.length === 0) return `no whole record stands in its first ${LONGEST_SAMPLE / 1e9} GB`;
  const values = sample.records.map(({ value }) => value).filter((value) => value !== undefined);
  if (values.length > 0) return describeRecords(values);
  return `none of its first records is JSON${torn === undefined ? '' : `; ${torn}`}`;
}

function emptySample(source: ByteSource, { id, format }: Framing): FileSample & { records: SampledRecord[] } {
  return { name: source.name, framing: id, ...(format === undefined ? {} : { format }), records: [] };
}

async function sampleOf(source: ByteSource, framing: Framing, signal?: AbortSignal): Promise<FileSample> {
  const sample = emptySample(source, framing);
  const text = framing.id === 'text';
  const size = Math.min(source.size, text ? LONGEST_HEAD : LONGEST_SAMPLE);
  const limited = {
    name: source.name,
    size,
    read: source.read.bind(source),
    close: source.close.bind(source),
  };
  const options = { chunkBytes: HEAD_BYTES, held: LONGEST_SAMPLED, signal };
  for await (const batch of framing.spans(limited, options)) {
    for (const span of batch) {
      const sketch = span.sketch?.bytes ?? null;
      const torn = (span.problem !== null && sketch === null) || span.byteEnd === limited.size;
      if (torn && size < source.size && (!text || sample.records.length > 0)) continue;
      const record = decode(sketch ? { ...span, bytes: sketch } : span);
      const parsed = text ? null : parsedBy(framing, record);
      const value = parsed?.ok ? parsed.value : undefined;
      sample.records.push({ text: record.text, value, ...(sketch ? { sketched: true } : {}) });
      if (sample.records.length >= SAMPLE_RECORDS) return sample;
    }
    if (sample.records.length > 0 && source.size > HEAD_BYTES) break;
  }
  return sample;
}
