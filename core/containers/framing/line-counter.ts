import { isAscii } from 'node:buffer';

const LF = 0x0a;

/** Follows a stream of bytes and knows the line and UTF-16 column reached. */
export class LineCounter {
  line: number;
  character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }

  /** Passes over bytes; a character cut by a chunk border counts where its first byte stands. */
  pass(bytes: Uint8Array): void {
    let rest = bytes;
    for (let lf = rest.indexOf(LF); lf >= 0; lf = rest.indexOf(LF)) {
      this.line++;
      this.character = 0;
      rest = rest.subarray(lf + 1);
    }
    this.character += unitsOf(rest);
  }
}

/** UTF-16 code units of UTF-8 bytes: one a leading byte, two where four bytes make a surrogate pair. */
function unitsOf(bytes: Uint8Array): number {
  if (isAscii(bytes)) return bytes.length;
  let units = 0;
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  return units;
}
