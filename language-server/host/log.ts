/** Where the server writes what went wrong; in the editor it is the output channel. */
export interface Log {
  error(message: string): void;
  warn(message: string): void;
  info(message: string): void;
}

/** Errors that say all there is to say: their cause lies outside of the program. */
const TELLING = ['UserError', 'UnreadableFile'];

/** An error in words, with its stack where that helps. */
export function describeError(error: unknown): string {
  if (error instanceof Error && TELLING.includes(error.name)) return error.message;
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
}
