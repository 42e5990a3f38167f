import { messageOf } from '../../message-of';
import type { CachePlace } from '../../protocol/store';
import type { Opening } from './open';
import type { TroubleKind } from './trouble';

/** Sentences: what happened, and what to do. */
export function openingWords(opening: Opening, path: string, reason: string): string {
  switch (opening) {
    case 'kept':
    case 'new':
      return '';
    case 'outdated':
      return `The cache ${path} was made by another version of Tracehop and is built anew. Nothing needs to be done.`;
    case 'damaged':
      return `The cache ${path} was damaged and is built anew. Nothing needs to be done; if it happens again, check the disk.`;
    case 'locked':
      return `The cache ${path} is in use by another process, so that the rollouts are kept in memory until they are closed. Close the other window, or end the process, and open them again.`;
    case 'denied':
      return `The cache ${path} cannot be written: permission was denied. The rollouts are kept in memory until they are closed. Give yourself permission to write in that folder and open them again.`;
    case 'disk-full':
      return `The cache ${path} cannot be written: the disk is full. The rollouts are kept in memory until they are closed. Free some space and open them again.`;
    case 'failed':
      return `The cache ${path} cannot be used (${reason}), so that the rollouts are kept in memory until they are closed. Remove the file and open them again.`;
  }
}

/** Said once a cache takes no more rows. `rows`: those that are in. */
export function movedWords(trouble: TroubleKind | null, rows: number, reason: string): string {
  const kept = `the ${counted(rows)} that are in stay, and what is new is kept in memory until they are closed`;
  if (trouble === 'disk-full')
    return `The disk is full and the cache takes no more rollouts: ${kept}. Free some space and open the rollouts again, which goes on where the cache ends.`;
  return `The cache takes no more rollouts (${reason}): ${kept}. Open the rollouts again to go on where the cache ends.`;
}

export function memoryFullWords(rows: number, memory: number, place: CachePlace): string {
  const next =
    place.kind === 'memory'
      ? `What is new is kept in memory, of which ${memory} MB may be used: ${place.why}`
      : 'Open fewer sets at a time, and open this one again.';
  return `No more rollouts fit in memory: the ${counted(rows)} that are in stay usable, and the others are missing. ${next}`;
}

/** Adding failed where there is no other place for rows. */
export function failedWords(rows: number, reason: string): string {
  return `No more rollouts can be taken in (${reason}): the ${counted(rows)} that are in stay usable, and the others are missing. Open the rollouts again to go on.`;
}

/** Neither the cache nor memory takes rows. */
export function closedWords(reason: unknown): string {
  return `The rollouts can be kept nowhere (${messageOf(reason)}). Close them and open them again.`;
}

const counted = (rows: number): string => rows.toLocaleString('en');
