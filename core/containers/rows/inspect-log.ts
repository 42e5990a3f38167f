import { inBatches, numberedFraming } from './numbered';
import { BadFormat, type RowFormat } from './row-format';
import type { ByteSource } from '../byte-source';
import { binaryKind } from '../binary-kind';
import { LONGEST_RECORD, type Framing, type Span } from '../framing/framing';
import { archiveKind } from '../packed/archive';
import { memberSource } from '../packed/member-source';
import { PackedFault } from '../packed/packed-fault';
import { packingOf } from '../packed/packing';
import { membersOf, type Member } from '../packed/zip-members';
import type { RecordPlace } from '../../trace/model';

/**
 * Inspect's `.eval`: a ZIP archive whose `samples/*.json` are the records, in the archive's order; each is unpacked by
 * itself when it is asked for.
 */
export const inspectLog: RowFormat = {
  id: 'eval',
  recognise: (head) => packingOf(head) === 'zip',
  async framing(source, head): Promise<Framing> {
    const members = await membersOrBad(source);
    if (archiveKind(members) !== 'inspect') throw new BadFormat(binaryKind(head) ?? 'it is a ZIP archive');
    const samples = members.filter(({ name }) => /^samples\/.+\.json$/.test(name));
    return numberedFraming('inspect', {
      count: samples.length,
      at: (index) => placeOf(samples[index], index),
      spans: (from, options) =>
        inBatches(samples.length, options, (index) => spanOf(from, samples, index, options.signal)),
      spanAt: (from, index, signal) => spanOf(from, samples, index, signal),
    });
  },
};

async function membersOrBad(source: ByteSource): Promise<readonly Member[]> {
  try {
    return await membersOf(source);
  } catch (error) {
    throw error instanceof PackedFault ? new BadFormat(error.message) : error;
  }
}

function placeOf(sample: Member | undefined, index: number): RecordPlace | null {
  return sample
    ? { index, byteStart: sample.offset, byteEnd: sample.offset + sample.packed, line: index }
    : null;
}

async function spanOf(
  source: ByteSource,
  samples: readonly Member[],
  index: number,
  signal: AbortSignal | undefined,
): Promise<Span> {
  const sample = samples[index];
  const place = placeOf(sample, index);
  if (!sample || !place) throw new RangeError(`there is no sample ${index}`);
  const problem = (what: string): Span => ({ ...place, bytes: new Uint8Array(0), problem: what, made: true });
  try {
    const limits = { memory: LONGEST_RECORD, bytes: LONGEST_RECORD };
    const unpacked = await memberSource(source, sample, sample.name, { limits, signal, whole: true });
    if (unpacked.size > LONGEST_RECORD) return problem(`\`${sample.name}\` is too large to be read`);
    const bytes = await unpacked.read(0, unpacked.size);
    await unpacked.close();
    return { ...place, bytes, problem: null, made: true };
  } catch (error) {
    if (error instanceof PackedFault)
      return problem(`sample \`${sample.name}\` at byte ${sample.offset} cannot be read: ${error.message}`);
    throw error;
  }
}
