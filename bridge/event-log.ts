import { closeSync, fstatSync, openSync, readSync, truncateSync } from 'node:fs';
import { isObject } from '../core/json';
import { parseFrameJson } from '../core/protocol/bridge/json';
import { PROTOCOL_VERSION } from '../core/protocol/bridge/limits';
import type { EventData, EventType, StreamEvent } from '../core/protocol/bridge/events';
import { AppendFile } from './append-file';

/** Events between two remembered offsets. */
const STRIDE = 64;

/** Bytes read at once when a stream is opened. */
const BLOCK = 1024 * 1024;

/**
 * A stream of events: a JSONL file whose lines are the frames that clients get, numbered from 1 without holes. An event
 * is in the file before anyone hears of it. Nothing but offsets is held in memory.
 */
export class EventLog {
  readonly #file: AppendFile;
  readonly #listeners = new Set<() => void>();
  #seq = 0;
  /** Offset of event 1, 1 + STRIDE, 1 + 2·STRIDE, … */
  readonly #offsets: number[] = [];

  /**
   * Opens a stream or begins it. A torn end, as a power cut leaves it, is cut off: up to the last whole line that is
   * the next event. `each` sees every event that is there.
   */
  constructor(
    readonly path: string,
    readonly stream: string,
    each: (event: StreamEvent) => void = () => undefined,
  ) {
    const end = this.#scan(each);
    this.#file = new AppendFile(path);
    if (this.#file.size > end) {
      this.#file.close();
      truncateSync(path, end);
      this.#file = new AppendFile(path);
    }
  }

  /** Number of the last event; 0 where there is none. */
  get seq(): number {
    return this.#seq;
  }

  /** Bytes of the file. */
  get size(): number {
    return this.#file.size;
  }

  /** Writes an event and tells the listeners. `sync` waits for the disk. Throws what the file system says. */
  append<T extends EventType>(type: T, data: EventData[T], sync = false): void {
    const q = this.#seq + 1;
    const event = { v: PROTOCOL_VERSION, t: type, s: this.stream, q, ts: Date.now(), d: data };
    const at = this.#file.size;
    this.#file.append(JSON.stringify(event), sync);
    this.#count(at);
    for (const listener of this.#listeners) listener();
  }

  /** Calls back after every event. Returns what ends that. */
  onAppend(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Where to read for what follows an event: an offset, and how many lines to pass over there. */
  after(seq: number): { readonly offset: number; readonly skip: number } {
    const block = Math.min(Math.floor(seq / STRIDE), this.#offsets.length - 1);
    if (block < 0) return { offset: 0, skip: seq };
    return { offset: this.#offsets[block] ?? 0, skip: seq - block * STRIDE };
  }

  /** No event will follow: lets go of the file. What is there can still be read. */
  finish(): void {
    this.#file.close();
  }

  close(): void {
    this.#listeners.clear();
    this.#file.close();
  }

  #count(at: number): void {
    if (this.#seq % STRIDE === 0) this.#offsets.push(at);
    this.#seq++;
  }

  /** Reads what is there; returns the offset after the last good event. */
  #scan(each: (event: StreamEvent) => void): number {
    const file = openSync(this.path, 'a+', 0o600);
    try {
      const size = fstatSync(file).size;
      let rest = Buffer.alloc(0);
      let end = 0;
      for (let read = 0; read < size;) {
        const block = Buffer.alloc(Math.min(BLOCK, size - read));
        const count = readSync(file, block, 0, block.length, read);
        if (count === 0) break;
        read += count;
        rest = Buffer.concat([rest, block.subarray(0, count)]);
        let start = 0;
        for (let line = rest.indexOf(10); line >= 0; line = rest.indexOf(10, start)) {
          const event = this.#next(rest.toString('utf8', start, line));
          if (!event) return end;
          each(event);
          this.#count(end);
          end += line + 1 - start;
          start = line + 1;
        }
        rest = rest.subarray(start);
      }
      return end;
    } finally {
      closeSync(file);
    }
  }

  #next(line: string): StreamEvent | null {
    const parsed = parseFrameJson(line);
    const { value } = parsed.ok ? parsed : { value: null };
    if (!isObject(value) || value['q'] !== this.#seq + 1 || value['s'] !== this.stream) return null;
    return value as unknown as StreamEvent;
  }
}
