import { BadAnswer } from './failure';

/** One event of a stream. */
export interface StreamEvent {
  /** Its `event:` field, or null. */
  readonly event: string | null;
  /** Its `data:` lines, joined by newlines. */
  readonly data: string;
}

/** Most characters of one event: what follows no line end for longer is no event stream. */
const LONGEST_EVENT = 16 * 1024 * 1024;

/**
 * Cuts bytes into server-sent events (WHATWG HTML, 9.2.6): lines end in CR, LF or both, comments are passed over, and
 * characters may be split between chunks. An event that the end of the stream cuts off is given too: servers leave the
 * last blank line out.
 */
export async function* streamEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  const lines = new LineCutter();
  const events = new EventReader();
  for await (const chunk of chunks) {
    for (const line of lines.cut(decoder.decode(chunk, { stream: true }))) {
      const event = events.line(line);
      if (event) yield event;
    }
  }
  for (const line of [...lines.cut(decoder.decode()), lines.rest(), '']) {
    const event = events.line(line);
    if (event) yield event;
  }
}

/** Cuts text into lines wherever its chunks end. Looks at each character once. */
class LineCutter {
  private parts: string[] = [];
  private length = 0;
  private afterReturn = false;

  *cut(text: string): Generator<string> {
    if (text === '') return;
    const ends = /\r\n|\r|\n/g;
    let start = this.afterReturn && text.startsWith('\n') ? 1 : 0;
    this.afterReturn = text.endsWith('\r');
    ends.lastIndex = start;
    for (let end = ends.exec(text); end; end = ends.exec(text)) {
      yield this.take(text.slice(start, end.index));
      start = ends.lastIndex;
    }
    this.keep(text.slice(start));
  }

  rest(): string {
    return this.take('');
  }

  private take(last: string): string {
    this.keep(last);
    const line = this.parts.join('');
    this.parts = [];
    this.length = 0;
    return line;
  }

  private keep(part: string): void {
    this.parts.push(part);
    this.length += part.length;
    if (this.length > LONGEST_EVENT) throw new BadAnswer('it sent a line of more than 16 million characters');
  }
}

/** Gathers lines into events. */
class EventReader {
  private event: string | null = null;
  private data: string[] = [];
  private length = 0;

  /** Takes a line; returns the event that it ends, or null. */
  line(line: string): StreamEvent | null {
    if (line === '') return this.end();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line.startsWith(' ', colon + 1) ? 2 : 1));
    if (field === 'event') this.event = value;
    if (field === 'data') {
      this.data.push(value);
      this.length += value.length;
      if (this.length > LONGEST_EVENT)
        throw new BadAnswer('it sent an event of more than 16 million characters');
    }
    return null;
  }

  private end(): StreamEvent | null {
    const { event, data } = this;
    this.event = null;
    this.data = [];
    this.length = 0;
    return data.length > 0 ? { event, data: data.join('\n') } : null;
  }
}
