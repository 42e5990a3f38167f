/** `Gold at rank 3 as recorded, at rank 1 replayed.` */
export function summaryOf(recorded: number | null, replayed: number | null): string {
  const words = (rank: number | null): string => (rank === null ? 'not retrieved' : `at rank ${rank}`);
  return `Gold ${words(recorded)} as recorded, ${words(replayed)} replayed.`;
}
