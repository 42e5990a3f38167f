import { readFileSync, readdirSync } from 'node:fs';

/** Milliseconds between two looks: reading a status costs some dozen microseconds. */
const LOOK_MS = 50;

/**
 * The most memory that some processes had in RAM at one moment, together: anonymous and file pages (`RssAnon` + `RssFile` of
 * `/proc/PID/status`), so that pages of the program itself count once for each process. Linux only.
 */
export class MemoryWatch {
  #most = 0;
  readonly #timer: NodeJS.Timeout;

  /** `pids` is asked anew at each look: processes come and go. */
  constructor(private readonly pids: () => readonly number[]) {
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  /** MiB since the last time it was asked. */
  take(): number {
    this.#look();
    const most = this.#most;
    this.#most = 0;
    return most / 1024;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const sum = this.pids().reduce((total, pid) => total + kibibytesOf(pid), 0);
    this.#most = Math.max(this.#most, sum);
  }
}

/** Seconds of processor time that a process took so far, all its threads together. */
export function processorTime(pid: number): number {
  const fields = textOf(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  // Fields 14 and 15 of proc(5), in ticks of which Linux has 100 a second.
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

/** The store processes of a cache folder: its path is the first argument of each. */
export function storesIn(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const words = textOf(`/proc/${name}/cmdline`).split('\0');
    const isStore = words.some((word) => word.endsWith('store.js'));
    return isStore && words.some((word) => word.startsWith(folder)) ? [Number(name)] : [];
  });
}

function kibibytesOf(pid: number): number {
  const fields = textOf(`/proc/${pid}/status`).matchAll(/^Rss(?:Anon|File):\s+(\d+) kB$/gm);
  return [...fields].reduce((sum, [, kibibytes]) => sum + Number(kibibytes), 0);
}

/** Empty for a process that is gone. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
