import type { WireError } from './messages';

/** The host ended, or could not start, while something was asked of it. The message says why. */
export class HostDied extends Error {
  override readonly name = 'HostDied';
}

/** A handler in the host threw. `remoteName` is the name of what it threw; the stack is the host's. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly remoteName: string;

  constructor({ name, message, stack }: WireError) {
    super(message);
    this.remoteName = name;
    if (stack !== null) this.stack = stack;
  }
}

/** A native module has no part for this machine. The message says which and what to do. */
export class MissingNativePart extends Error {
  override readonly name = 'MissingNativePart';
}
