/** Sequences that colour a terminal's text or move in it: CSI, OSC up to BEL or ST, and the short ones. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-Z\\^-~])/g;

/** A line of a log as a terminal shows it in the end: without colours, and of a progress bar the last state. */
export function plainLine(raw: string): string {
  const text = raw.endsWith('\r') ? raw.replace(/\r+$/, '') : raw;
  return text.slice(text.lastIndexOf('\r') + 1).replace(ESCAPES, '');
}

/** Every line of a text by {@link plainLine}. */
export function plainLog(text: string): string {
  return text.split('\n').map(plainLine).join('\n');
}
