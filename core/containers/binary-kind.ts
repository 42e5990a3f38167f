import { isUtf8 } from 'node:buffer';

/** Files that are told by their first bytes, and what to do to have them read. */
const MAGIC: readonly (readonly [string, string])[] = [
  [
    'FEA1',
    'it is a Feather file of the first version, which is not read; write it as Parquet (`pandas.read_feather("FILE").to_parquet("FILE.parquet")`)',
  ],
  [
    'PK',
    'it is a ZIP archive that is no folder of logs (a checkpoint, an Office document, an archive inside an archive)',
  ],
  ['\u001f\u008b', 'it is packed with gzip too often; unpack it first (`gunzip`)'],
  ['\u0028\u00b5\u002f\u00fd', 'it is packed with zstd too often; unpack it first (`zstd -d`)'],
  ['\u00fd7zXZ', 'it is compressed with xz, which is not read; unpack it (`xz -d`) or pack it with zstd'],
  ['BZh', 'it is compressed with bzip2, which is not read; unpack it (`bunzip2`) or pack it with zstd'],
  [
    '\u0004\u0022\u004d\u0018',
    'it is compressed with LZ4, which is not read; unpack it (`lz4 -d`) or pack it with zstd',
  ],
  ['7z\u00bc\u00af', 'it is a 7-Zip archive, which is not read; unpack it (`7z x`)'],
  ['Rar!', 'it is a RAR archive, which is not read; unpack it'],
  [
    '\u0080\u0002',
    'it is a Python pickle, whose reading would run the code in it; write its records as JSON Lines',
  ],
  [
    '\u0080\u0003',
    'it is a Python pickle, whose reading would run the code in it; write its records as JSON Lines',
  ],
  [
    '\u0080\u0004',
    'it is a Python pickle, whose reading would run the code in it; write its records as JSON Lines',
  ],
  [
    '\u0080\u0005',
    'it is a Python pickle, whose reading would run the code in it; write its records as JSON Lines',
  ],
];

/** What the first record of a TensorBoard event file says, and within how many bytes. */
const EVENTS = 'brain.Event:';
const FIRST_EVENT = 64;

/** Where the name of a tar archive's format stands, in bytes. */
const TAR_MARK = 257;

/** What a file is that its bytes show to be no text, and what to do, as a clause; null for others. */
export function binaryKind(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, 16);
  const magic = MAGIC.find(([prefix]) => start.startsWith(prefix));
  if (magic) return magic[1];
  if (bytes.toString('latin1', 0, FIRST_EVENT).includes(EVENTS))
    return 'it is a TensorBoard event file, which is not read; write its scalars as JSON Lines, a step each';
  return bytes.toString('latin1', TAR_MARK, TAR_MARK + 5) === 'ustar'
    ? 'it is a tar archive, which is not read; unpack it (`tar -x`)'
    : null;
}

const LF = 0x0a;
const SPACE = 0x20;

/** Control characters that stand in texts: backspace to carriage return (`\b\t\n\v\f\r`), and ESC. */
const FIRST_BLANK = 0x08;
const LAST_BLANK = 0x0d;
const ESC = 0x1b;

/** Bytes of the longest UTF-8 character but one: so many may stand at the end of a head that cuts it. */
const CUT_CHARACTER = 3;

/**
 * Whether the head of a file is no text, which only NULs in it make doubtful. Text may hold them where it was damaged: a
 * host that lost power leaves zeros at the end of what it wrote, and retrieved pages hold stray ones. It begins with a
 * line, or as JSON does, before the first of them, is UTF-8, and has no control characters of other kinds. Linear.
 */
export function isBinary(bytes: Buffer): boolean {
  const first = bytes.indexOf(0);
  if (first < 0) return false;
  const json = first > 1 && /^\s{0,64}[[{]/.test(bytes.toString('latin1', 0, Math.min(first, 2 * 64)));
  if (!json && !bytes.subarray(0, first).includes(LF)) return true;
  for (const byte of bytes) {
    const usual = byte >= SPACE || byte === 0 || byte === ESC || (byte >= FIRST_BLANK && byte <= LAST_BLANK);
    if (!usual) return true;
  }
  return !isUtf8(bytes.subarray(0, endOfCharacters(bytes)));
}

/** Where the last character begins that may be cut; the length where none may be. */
function endOfCharacters(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes.length - end < CUT_CHARACTER && (bytes[end - 1] ?? 0) >= 0x80) {
    end--;
    if ((bytes[end] ?? 0) >= 0xc0) return end;
  }
  return bytes.length;
}
