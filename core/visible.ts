/**
 * Characters that show nothing themselves but change what stands around them: controls except tab and line ends,
 * bidirectional marks, zero-width blanks, line and paragraph separators, tag characters. Joiners stay: scripts and
 * emoji need them.
 */
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Halves of surrogate pairs that stand alone. */
const LONE = /\p{Surrogate}/gu;

/** Makes hidden characters visible: controls by their pictures, the others by their numbers. */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, named).replaceAll(LONE, '\ufffd');
}

function named(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** Control characters, line and paragraph separators, and marks that change the direction of what follows. */
// eslint-disable-next-line no-control-regex -- these are the characters to take out
const UNSHOWABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/g;

/** A text for a place that shows one line and must not be steered by it: such characters and blanks become one blank. */
export function oneLine(text: string): string {
  return text.replace(UNSHOWABLE, ' ').trim();
}
