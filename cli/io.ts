/** Where a command writes: data to `out`, words to `err`. */
export interface Io {
  /** Resolves when more may be written. */
  out(text: string): Promise<void>;
  err(text: string): void;
  /** Whether `err` is a terminal that shows a progress bar. */
  readonly interactive: boolean;
  /** Folder that printed paths are relative to. */
  readonly cwd: string;
  /** Path of the bundle of the host process; beside the command line's own where nothing is said. */
  readonly host?: string;
}

/** How a command ended: 0 fine, 1 findings or failure, 2 wrong usage or unreadable input. */
export type ExitCode = 0 | 1 | 2;

/** The worse of two endings. */
export function worse(a: ExitCode, b: ExitCode): ExitCode {
  return a > b ? a : b;
}

/** The process's own streams. */
export function processIo(): Io {
  return {
    out: (text) =>
      new Promise((resolve, reject) => {
        process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    err: (text) => void process.stderr.write(text),
    interactive: process.stderr.isTTY,
    cwd: process.cwd(),
  };
}

/** Gathers lines and writes them in blocks, so that each line does not cost a write. */
export class LineWriter {
  #pending: string[] = [];
  #length = 0;

  constructor(
    private readonly io: Io,
    private readonly block = 64 * 1024,
  ) {}

  async line(text: string): Promise<void> {
    this.#pending.push(text, '\n');
    this.#length += text.length + 1;
    if (this.#length >= this.block) await this.flush();
  }

  async flush(): Promise<void> {
    const text = this.#pending.join('');
    this.#pending = [];
    this.#length = 0;
    if (text !== '') await this.io.out(text);
  }
}
