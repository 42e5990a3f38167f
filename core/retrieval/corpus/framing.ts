import type { ByteSource } from '../../containers/byte-source';
import { readHead } from '../../containers/head';
import type { Framing } from '../../containers/framing/framing';
import { jsonFraming } from '../../containers/framing/json';
import { lines } from '../../containers/framing/lines';
import { jsonOrUndefined } from '../../json';
import { UnreadableFile } from '../../containers/file-source';

/** Fields by which an object is known as one record rather than as a map from titles to passages. */
const RECORD_FIELD = /^(?:_?id|docid|idx|title|text|contents|paragraph_text|metadata|url)$/;

/** The first key of an object and the first character of its value. */
const FIRST_MEMBER = /^\{\s*"((?:[^"\\]|\\.){0,400})"\s*:\s*(\S)/;

/**
 * How a file of JSON is cut into records: one a line, the elements of an array, or the members of one object whose keys
 * are titles. Fails with {@link UnreadableFile} where it is no JSON at all; `path` is for the message.
 */
export async function jsonFramingOf(source: ByteSource, path: string): Promise<Framing> {
  const { text, hopeless } = await readHead(source, [], null);
  if (hopeless !== null) throw new UnreadableFile(`${path}: ${hopeless}`);
  const start = text.trimStart();
  if (start.startsWith('[')) return /\.(?:jsonl|ndjson)$/i.test(source.name) ? lines : jsonFraming('array');
  if (!start.startsWith('{')) throw new UnreadableFile(`${path}: it is neither JSON nor JSON Lines`);
  if (/\.(?:jsonl|ndjson)$/i.test(source.name)) return lines;
  const [, key = '', first = ''] = FIRST_MEMBER.exec(start) ?? [];
  if (RECORD_FIELD.test(key)) {
    const lineEnd = start.indexOf('\n');
    const whole = jsonOrUndefined(lineEnd < 0 ? start : start.slice(0, lineEnd)) !== undefined;
    return whole || lineEnd < 0 ? lines : jsonFraming('single');
  }
  return first === '[' || first === '{' || first === '"' ? jsonFraming('map') : lines;
}
