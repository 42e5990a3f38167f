/** Longest value of bytes that is kept, in bytes; of longer ones (images) the length alone. */
const LONGEST_BYTES = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Writes a value as a table holds it as JSON: 64-bit integers with all their digits, NaN and infinities bare as Python
 * writes them, bytes as text where they are UTF-8 and else as `{"base64": …}` (`{"bytes": n}` above 64 KB), what is
 * missing as null.
 */
export function jsonOfValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return Object.is(value, -0) ? '-0.0' : String(value);
  if (typeof value !== 'object') return 'null';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map(jsonOfValue).join(',')}]`;
  if (value instanceof Date) return JSON.stringify(value);
  if (value instanceof Uint8Array) return jsonOfBytes(value);
  if (ArrayBuffer.isView(value))
    return `[${[...(value as unknown as Iterable<unknown>)].map(jsonOfValue).join(',')}]`;
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${jsonOfValue(member)}`,
  );
  return `{${members.join(',')}}`;
}

function jsonOfBytes(bytes: Uint8Array): string {
  if (bytes.length > LONGEST_BYTES) return `{"bytes":${bytes.length}}`;
  try {
    return JSON.stringify(utf8.decode(bytes));
  } catch {
    return `{"base64":${JSON.stringify(Buffer.from(bytes).toString('base64'))}}`;
  }
}
