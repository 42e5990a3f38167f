import type { ParquetParsers } from 'hyparquet';

const DAY = 86_400_000;

/** What is made of values that JSON has no form for: dates and times as ISO 8601, embedded JSON as its own text. */
export const parsers: Partial<ParquetParsers> = {
  dateFromDays: (days) => daySaid(days * DAY) ?? days,
  timestampFromMilliseconds: (millis) => timeSaid(millis, 3),
  timestampFromMicroseconds: (micros) => timeSaid(micros, 6),
  timestampFromNanoseconds: (nanos) => timeSaid(nanos, 9),
  jsonFromBytes: (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('utf8'),
};

/** The day of a time in milliseconds since 1970, as ISO 8601; null where no calendar reaches. */
export function daySaid(milliseconds: number): string | null {
  return dateSaid(milliseconds)?.slice(0, 10) ?? null;
}

/** A time since 1970 in units of 10^-digits seconds, with all its digits; its number where no calendar reaches. */
export function timeSaid(units: bigint | number | undefined, digits: number): unknown {
  if (units === undefined) return undefined;
  const whole = BigInt(units);
  const perSecond = 10n ** BigInt(digits);
  const fraction = ((whole % perSecond) + perSecond) % perSecond;
  const said = dateSaid(Number((whole - fraction) / perSecond) * 1000);
  if (said === null) return whole;
  const tail = fraction === 0n ? '' : `.${String(fraction).padStart(digits, '0').replace(/0+$/, '')}`;
  return `${said.slice(0, -5)}${tail}Z`;
}

function dateSaid(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
