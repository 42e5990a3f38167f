const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of `30s`, `2h`, `500ms`, or of a number of seconds; null for anything else. */
export function durationOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value * 1000 : null;
  const match = typeof value === 'string' ? /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(value) : null;
  return match ? Number(match[1]) * (UNITS[match[2] ?? ''] ?? NaN) : null;
}

const SIZES: Readonly<Record<string, number>> = {
  ...{ kB: 1e3, MB: 1e6, GB: 1e9 },
  ...{ KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 },
};

/** Bytes of `100MB`, `64 MiB`, or of a whole number; null for anything else. */
export function bytesOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  const match = typeof value === 'string' ? /^(\d{1,9}) ?(kB|MB|GB|KiB|MiB|GiB)$/.exec(value) : null;
  return match ? Number(match[1]) * (SIZES[match[2] ?? ''] ?? NaN) : null;
}
