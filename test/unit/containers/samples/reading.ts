import { RolloutPositions, SharedPositions } from '../../../../core/rollouts/positions';
import type { Entry, RolloutFile } from '../../../../core/rollouts/rollout-file';
import { expectCovered } from '../../trace/support';
import { entriesOf, opened } from '../../rollouts/opened';
import type { Sample } from './sample';

/** Opens bytes as the file of a sample; `named` tells the container, which a damaged file may no longer show. */
export function openedAs(
  { id, name, options }: Sample,
  bytes: Uint8Array,
  named: boolean,
): Promise<RolloutFile> {
  const asked = named && options.fields === undefined ? { container: id } : {};
  return opened(name, bytes, { ...options, ...asked, findings: false });
}

/** What an entry says, its place aside: the same text elsewhere says the same. */
export function saidOf({ rollouts, fault, withoutText, losses, measured }: Entry): string {
  const message = fault?.message ?? null;
  return JSON.stringify({ rollouts, message, withoutText, losses, measured });
}

/** All entries of a sample's bytes, read with the container named. */
export async function entriesAs(sample: Sample, bytes: Uint8Array): Promise<Entry[]> {
  return entriesOf(await openedAs(sample, bytes, true));
}

/** What holds for every file, whatever was done to it. */
export function expectSound(entries: readonly Entry[]): void {
  let end = 0;
  for (const { place, rollouts, fault, record } of entries) {
    if (!record.made) {
      must(
        place.byteStart >= end && place.byteEnd >= place.byteStart,
        `a record at ${place.byteStart} after ${end}`,
      );
      end = place.byteEnd;
    }
    must(!fault?.message.includes('please report it'), fault?.message ?? '');
    const shared = new SharedPositions(record, rollouts);
    for (const rollout of rollouts) {
      expectCovered(rollout, rollout.text);
      let at = 0;
      for (const part of rollout.parts) {
        must(part.start === at, `a part at ${part.start} after ${at}`);
        at = part.end;
      }
      must(at === rollout.text.length, `parts up to ${at} of ${rollout.text.length}`);
      const { byte } = new RolloutPositions(shared, rollout).toFile(at >> 1);
      must(
        byte >= place.byteStart && byte <= place.byteEnd,
        `a character at byte ${byte}, outside of its record`,
      );
    }
  }
}

/** An assertion for what is looked at thousands of times: \`expect\` takes longer than what it looks at. */
export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
