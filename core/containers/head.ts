import { binaryKind, isBinary } from './binary-kind';
import type { ByteSource } from './byte-source';
import type { Container, FramingId } from './container';
import { Brackets } from './json/brackets';
import { parseTolerant } from './json/tolerant';
import { jsonFraming, type JsonShape } from './framing/json';
import { membersOfHead } from './framing/head-members';
import { lines } from './framing/lines';
import { textFraming } from './framing/text';
import { layoutOf, type TextLayout } from './framing/text-layout';
import type { Framing } from './framing/framing';
import { rowFormats } from './rows';
import { BadFormat } from './rows/row-format';

/** Bytes of a file's head that detection reads. */
export const HEAD_BYTES = 256 * 1024;

/** The head of a file and how it is cut into records. */
export interface Head {
  /** Decoded, without a byte order mark; the last character may be cut. */
  readonly text: string;
  /** The same with the mark, if there is one: places in it are those in the file. */
  readonly marked: string;
  readonly framing: Framing;
  /** Another way to cut it, where its beginning allows two: one record that is an object of objects. */
  readonly other?: Framing;
  /** Why the file can hold no rollouts, seen from its bytes alone, or null. */
  readonly hopeless: string | null;
}

/**
 * Reads a file's head and settles its framing. `containers` are asked for the layout of plain text, in order; the one
 * `wanted` also says which framings are acceptable.
 */
export async function readHead(
  source: ByteSource,
  containers: readonly Container[],
  wanted: Container | null,
  signal?: AbortSignal,
): Promise<Head> {
  const raw = await source.read(0, HEAD_BYTES);
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  const marked = bytes.toString('utf8');
  const text = marked.replace(/^\uFEFF/, '');
  const whole = bytes.length >= source.size;
  const accepts = (id: FramingId): boolean => wanted?.framings.includes(id) ?? true;
  const format = accepts('rows') ? rowFormats.find((each) => each.recognise(bytes, source.name)) : undefined;
  if (format) {
    try {
      return { text, marked, framing: await format.framing(source, bytes, signal), hopeless: null };
    } catch (error) {
      if (!(error instanceof BadFormat)) throw error;
      const hopeless = source.torn === undefined ? error.message : `${error.message}; ${source.torn}`;
      return { text, marked, framing: lines, hopeless };
    }
  }
  const hopeless = hopelessReason(bytes, source);
  const asked = wanted ? [wanted] : containers;
  const own = hopeless === null ? cutFor(text, source.name, asked) : null;
  if (own) return { text, marked, framing: own, hopeless };
  const layout = PRINTED.test(text) ? knownLayout(text, source.name, asked) : null;
  let id = layout ? 'text' : framingOf(text, source.name, whole);
  if (!accepts(id)) id = wanted?.framings.find((framing) => framing !== 'rows') ?? id;
  if (id === 'json') {
    const shape = shapeOf(text, whole);
    const other = shape === 'map' && whole ? { other: jsonFraming('single') } : {};
    return { text, marked, framing: jsonFraming(shape), hopeless, ...other };
  }
  const cutAs = id === 'lines' ? null : (layout ?? knownLayout(text, source.name, asked) ?? layoutOf(text));
  return { text, marked, framing: cutAs ? textFraming(cutAs) : lines, hopeless };
}

/** The way of cutting of the first container that has its own for a file with this head; null where none has. */
function cutFor(head: string, name: string, containers: readonly Container[]): Framing | null {
  for (const container of containers) {
    const framing = container.cut?.(head, name);
    if (framing) return framing;
  }
  return null;
}

/** How a log may begin that looks like JSON at first: with a dict as Python prints it. */
const PRINTED = /^\s{0,64}\{'/;

/** The way in which the first container that knows a text's kind cuts it; null where none does. */
function knownLayout(head: string, name: string, containers: readonly Container[]): TextLayout | null {
  for (const container of containers) {
    const layout = container.layout?.(head, name);
    if (layout) return layout;
  }
  return null;
}

/** Why a file without a character holds no rollouts. */
export const EMPTY = 'it is empty';

function hopelessReason(bytes: Buffer, source: ByteSource): string | null {
  // A byte order mark is trimmed too.
  if (bytes.length >= source.size && bytes.toString('utf8').trim() === '') return source.torn ?? EMPTY;
  const encoding = wideEncodingOf(bytes);
  if (encoding) return `its encoding is ${encoding}; convert it to UTF-8 (\`iconv -f ${encoding} -t UTF-8\`)`;
  const binary = binaryKind(bytes);
  if (binary !== null) return binary;
  if (isBinary(bytes)) return 'it is a binary file';
  return null;
}

/** Characters at a file's start by which UTF-16 without a byte order mark is told. */
const PROBED = 32;

/**
 * UTF-16, or UTF-32 with its mark, as the file's first bytes tell it: a byte order mark, or a zero in every other byte;
 * null for others.
 */
function wideEncodingOf(bytes: Buffer): 'UTF-16LE' | 'UTF-16BE' | 'UTF-32LE' | null {
  const [first = 0, second = 0, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) return 'UTF-32LE';
  if (first === 0xff && second === 0xfe) return 'UTF-16LE';
  if (first === 0xfe && second === 0xff) return 'UTF-16BE';
  const probe = bytes.subarray(0, 2 * PROBED);
  if (probe.length < 4) return null;
  const zeros = [0, 0];
  for (const [at, byte] of probe.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = Math.floor(probe.length / 2);
  if (even === 0 && odd === half) return 'UTF-16LE';
  return odd === 0 && even === half ? 'UTF-16BE' : null;
}

/** One record a line, one JSON value, or text: told from the first characters, the name deciding where they do not. */
function framingOf(text: string, name: string, whole: boolean): FramingId {
  if (/\.(?:jsonl|ndjson)$/i.test(name)) return 'lines';
  const start = text.trimStart();
  if (!/^(?:\{|\[\s*[[{"\]\d])/.test(start)) return /\.json$/i.test(name) ? 'json' : 'text';
  const lineEnd = start.indexOf('\n');
  const first = lineEnd < 0 ? start : start.slice(0, lineEnd);
  const rest = lineEnd < 0 ? '' : start.slice(lineEnd).trim();
  if (lineEnd < 0 && !whole) return /\.json$/i.test(name) || start.startsWith('[') ? 'json' : 'lines';
  if (!parseTolerant(first).ok) return isOpen(first) || /\.json$/i.test(name) ? 'json' : 'lines';
  return rest === '' ? 'json' : 'lines';
}

/** Whether brackets are open at the end of a line, strings left aside. */
function isOpen(line: string): boolean {
  const open = new Brackets();
  let inString = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (inString && character === '\\') at++;
    else if (character === '"') inString = !inString;
    else if (!inString) open.pass(line.charCodeAt(at));
  }
  return open.depth > 0 && !inString;
}

/** An object whose values are all objects, as far as the head shows, is a map of records. */
function shapeOf(text: string, whole: boolean): JsonShape {
  const start = text.trimStart();
  if (start.startsWith('[')) return 'array';
  let members = 0;
  for (const { at } of membersOfHead(start)) {
    if (start[at] !== '{') return 'single';
    members++;
  }
  return members > (whole ? 1 : 0) ? 'map' : 'single';
}
