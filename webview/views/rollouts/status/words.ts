import { durationText } from '../../../../core/words';
import type { StoreState } from '../../../../core/protocol/store';
import { counted, whole } from '../../../base/words';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in powers of 1000, as disks count: `1.2 GB`. */
export function bytesWords(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 || size >= 99.5 ? Math.round(size) : Number(size.toPrecision(2))} ${UNITS[unit]}`;
}

type Counts = Pick<StoreState, 'phase' | 'rows' | 'expected'>;

/** `4,096 of about 1,000,000 rollouts`: how many are listed, of how many. */
export function rowsWords(listed: number, state: Counts | null): string {
  if (state === null) return counted(listed, 'rollout');
  if (state.expected === null) return `${listed > 0 ? 'first ' : ''}${counted(listed, 'rollout')}`;
  const exact = state.phase === 'following';
  const all = exact ? state.rows : Math.max(state.expected, state.rows, listed);
  if (exact && listed === all) return counted(all, 'rollout');
  return `${whole(listed)} of ${exact ? '' : 'about '}${counted(all, 'rollout')}`;
}

/** What the store is doing: `reading 3 of 12 files, 45%, 34 MB/s, 12 s left`. */
export function phaseWords(state: StoreState): string {
  const { phase, files, filesRead, bytes, bytesRead, rate, remaining } = state;
  const share = bytes > 0 ? `${Math.floor((100 * Math.min(bytesRead, bytes)) / bytes)}%` : null;
  switch (phase) {
    case 'listing':
      return 'looking for files';
    case 'reading':
      return [
        files === 1 ? 'reading' : `reading, ${whole(filesRead)} of ${counted(files, 'file')} done`,
        share,
        rate === null ? null : `${bytesWords(rate)}/s`,
        remaining === null ? null : `${durationText(remaining)} left`,
      ]
        .filter((part) => part !== null)
        .join(', ');
    case 'following':
      return 'up to date';
    case 'stopped':
      return `stopped at ${share ?? '0%'}; what was read stays`;
  }
}
