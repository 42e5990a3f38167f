import { deserialize, serialize } from 'node:v8';
import type { Socket } from 'node:net';

/** Bytes in front of a message: its length, little-endian. */
const PREFIX = 4;

/** Longest message that is taken: a peer that claims more speaks another language. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Sends structured values over a socket: each as its length and what `v8.serialize` makes of it. */
export function sendOver(socket: Socket, message: unknown): void {
  if (socket.destroyed) return;
  const body = serialize(message);
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32LE(body.length);
  socket.cork();
  socket.write(prefix);
  socket.write(body);
  socket.uncork();
}

/** Gives every message that arrives to `take`; ends a socket that sends what is no message. */
export function receiveOver(socket: Socket, take: (message: unknown) => void): void {
  let held: Buffer[] = [];
  let length = 0;
  /** Bytes that must be there before it is worth looking: pieces of a long message are joined once. */
  let wanted = PREFIX;
  socket.on('data', (chunk: Buffer) => {
    held.push(chunk);
    length += chunk.length;
    if (length < wanted) return;
    const all = held.length === 1 ? chunk : Buffer.concat(held, length);
    let at = 0;
    wanted = PREFIX;
    while (length - at >= PREFIX) {
      const size = all.readUInt32LE(at);
      if (size > MOST_BYTES) {
        socket.destroy(new Error(`a message of ${size} bytes was announced`));
        return;
      }
      if (length - at - PREFIX < size) {
        wanted = PREFIX + size;
        break;
      }
      take(deserialize(all.subarray(at + PREFIX, at + PREFIX + size)));
      at += PREFIX + size;
    }
    held = at === length ? [] : [all.subarray(at)];
    length -= at;
  });
}
