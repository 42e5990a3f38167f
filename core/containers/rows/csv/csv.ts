import { setMember } from '../../fields/values';
import { chunksOf } from '../../framing/chunks';
import { START, type Framing, type Span, type SpanOptions } from '../../framing/framing';
import { Pieces } from '../../framing/pieces';
import type { ByteSource } from '../../byte-source';
import type { RawRecord } from '../../container';
import type { ParsedJson } from '../../json/tolerant';
import { BadFormat, type RowFormat } from '../row-format';
import { cellsOf, CsvScanner, isBlankLine, withoutReturn } from './scanner';
import { csvShapeOf, type CsvShape } from './shape';

/** Bytes of a head that may be cut: see `HEAD_BYTES`. */
const CUT = 256 * 1024;

/** Tables of comma, semicolon or tab separated values. Every cell is a string. */
export const csv: RowFormat = {
  id: 'csv',
  recognise: (head, name) => csvShapeOf(head, name, head.length < CUT) !== null,
  framing(source, head): Promise<Framing> {
    const shape = csvShapeOf(head, source.name, head.length >= source.size);
    if (!shape) return Promise.reject(new BadFormat('it is no table of comma or tab separated values'));
    return Promise.resolve(csvFraming(shape));
  },
};

/** Cuts a table into its records, whose bytes are the file's own; the header is none. */
function csvFraming(shape: CsvShape): Framing {
  return {
    id: 'rows',
    format: shape.format,
    spans: (source, options = {}) => spansOfCsv(shape, source, options),
    parse: (record) => rowOf(shape, record),
  };
}

async function* spansOfCsv(
  { delimiter, header }: CsvShape,
  source: ByteSource,
  options: SpanOptions,
): AsyncGenerator<readonly Span[]> {
  const from = options.from ?? START;
  const scanner = new CsvScanner(delimiter);
  const pieces = new Pieces();
  let { index, line } = from;
  let skip = header && from.byte === 0;
  let start = -1;
  let first = line;

  const finish = (batch: Span[], open: boolean): void => {
    const taken = pieces.take();
    if (taken.problem === null && isBlankLine(taken.bytes)) return;
    if (skip) {
      skip = false;
      return;
    }
    const bytes = withoutReturn(taken.bytes);
    const place = {
      index: index++,
      byteStart: start,
      byteEnd: start + bytes.length,
      line: first,
      character: 0,
    };
    const problem = taken.problem ?? (open ? openAt(start) : null);
    batch.push({ ...place, bytes, problem });
  };

  for await (const { bytes, offset } of chunksOf(source, options)) {
    const batch: Span[] = [];
    let at = 0;
    if (start < 0) start = offset;
    for (let end = scanner.next(bytes, 0); end >= 0; end = scanner.next(bytes, at)) {
      const piece = bytes.subarray(at, end);
      pieces.push(piece);
      line += linesIn(piece) + 1;
      finish(batch, false);
      at = end + 1;
      start = offset + at;
      first = line;
    }
    if (at < bytes.length) {
      const rest = bytes.subarray(at);
      pieces.push(rest);
      line += linesIn(rest);
    }
    if (batch.length > 0) yield batch;
  }
  const batch: Span[] = [];
  if (pieces.length > 0) finish(batch, scanner.isOpen);
  if (batch.length > 0) yield batch;
}

function openAt(byte: number): string {
  return `the file ends inside a quoted cell of the record at byte ${byte}: the writer was probably killed mid-write, or a quote in the text was not doubled; write the file again, or double that quote`;
}

function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let lf = bytes.indexOf(0x0a); lf >= 0; lf = bytes.indexOf(0x0a, lf + 1)) lines++;
  return lines;
}

/** A record as an object of its cells; those beyond the header get names of their own. */
function rowOf({ columns, delimiter }: CsvShape, { text }: RawRecord): ParsedJson {
  const value: Record<string, unknown> = {};
  for (const [at, cell] of cellsOf(text, delimiter).entries())
    setMember(value, columns[at] ?? `column_${at}`, cell.value);
  return { ok: true, value };
}
