// eslint-disable-next-line no-control-regex -- these are the characters to take out
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text that others wrote, without what steers terminals: control characters but line ends and tabs, and directions. */
export function terminalText(text: string): string {
  return text.replace(STEERING, '');
}
