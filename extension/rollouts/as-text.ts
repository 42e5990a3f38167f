/**
 * Bytes up to which a file is opened in a text editor without asking. Editors read a file as a whole: beyond some
 * hundred megabytes that takes minutes and gigabytes.
 */
export const MOST_TEXT_BYTES = 128 * 1024 * 1024;

/** Files in which rollouts stand packed or in columns: no line of them is a rollout. */
const NO_TEXT = /\.(?:parquet|arrow|db|sqlite|sqlite3|gz|zst|zip|eval)$/i;

/**
 * Whether a text editor can show a file; `size` in bytes, null where it lies in an archive. `confirmed` are the bytes from
 * which on VS Code itself asks first.
 */
export function asText(path: string, size: number | null, confirmed: number): 'yes' | 'large' | 'no' {
  if (size === null || NO_TEXT.test(path)) return 'no';
  return size > Math.min(MOST_TEXT_BYTES, confirmed) ? 'large' : 'yes';
}

/** Bytes as `831 MB` or `3.2 GB` (powers of 1,024, as VS Code counts). */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  return megabytes < 1000 ? `${megabytes.toFixed(0)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}
