import { fork, type ChildProcess } from 'node:child_process';
import type { FromHost, ToHost } from './messages';

/** How to start a host. */
export interface HostScript {
  /** Path of the bundled `main.ts`. */
  readonly script: string;
  /** Variables set for the host besides the parent's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Told what the host writes to its stderr. */
  readonly log?: (text: string) => void;
}

/** Told once each of what becomes of a host. */
export interface HostEvents {
  message(message: FromHost): void;
  /** The host is no more; `why` completes “the process that … ended: ”. */
  ended(why: string): void;
}

/** Characters of the host's stderr that are kept to explain its end. */
const KEPT = 2000;

/** One life of the host: the child process and the channel to it. */
export class HostChild {
  readonly #child: ChildProcess;
  #ended = false;
  #said = '';

  constructor({ script, env, log }: HostScript, events: HostEvents) {
    this.#child = fork(script, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
      env: { ...process.env, ...env },
    });
    const end = (why: string): void => {
      if (this.#ended) return;
      this.#ended = true;
      events.ended(why);
    };
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-KEPT);
      log?.(text);
    });
    this.#child.on('message', (message) => events.message(message as FromHost));
    this.#child.on('error', (error) => end(error.message));
    // Without its channel it is of no use, and must not hold files.
    this.#child.on('disconnect', () => this.#child.kill('SIGKILL'));
    this.#child.on('exit', (code, signal) => end(this.#reason(code, signal)));
    this.hold(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether the parent stays alive for the host's sake: while something is asked of it. */
  hold(held: boolean): void {
    const streams = [this.#child, this.#child.channel, this.#child.stderr] as {
      ref?(): void;
      unref?(): void;
    }[];
    for (const stream of streams) {
      if (held) stream?.ref?.();
      else stream?.unref?.();
    }
  }

  /** Sends a message; what does not arrive is told by `ended`. */
  send(message: ToHost): void {
    if (!this.#child.connected) return;
    this.#child.send(message, (error) => {
      if (error) this.#child.kill('SIGKILL');
    });
  }

  /** Asks the host to end; ends it by force after `grace` milliseconds. Resolves when it is gone. */
  async stop(grace: number): Promise<void> {
    if (this.#ended) return;
    this.hold(true);
    const gone = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), grace);
    this.send({ kind: 'stop' });
    await gone;
    clearTimeout(timer);
  }

  #reason(code: number | null, signal: NodeJS.Signals | null): string {
    const how = signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
    const said = this.#said.trim();
    return said === '' ? how : `${how}; it said: ${said}`;
  }
}
