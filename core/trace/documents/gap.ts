/** Separates title and passage in lines of a KILT corpus. */
const KILT_GAP = '   ';

/** Title and passage of a line of a KILT corpus, parted at the first run of three blanks; null without one. */
export function gapped(line: string): { title: string; passage: string } | null {
  const gap = line.indexOf(KILT_GAP);
  return gap > 0 ? { title: line.slice(0, gap), passage: line.slice(gap + KILT_GAP.length) } : null;
}
