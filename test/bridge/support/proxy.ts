import { connect, createServer, type Server, type Socket } from 'node:net';

/** Numbers in [0, 1) that repeat for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A relay between client and bridge that cuts connections, in the middle of frames too. */
export class CuttingProxy {
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  readonly #server: Server;
  /** Bytes that still pass to the client before the next cut; null for no cut. */
  left: number | null = null;
  cuts = 0;

  constructor(private readonly target: () => number) {
    this.#server = createServer((client) => this.#relay(client));
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Ends every connection at once. */
  cut(): void {
    this.cuts++;
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    this.#pairs.clear();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #relay(client: Socket): void {
    const bridge = connect(this.target(), '127.0.0.1');
    const pair = [client, bridge] as const;
    this.#pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
    client.pipe(bridge);
    let over = false;
    bridge.on('data', (chunk: Buffer) => {
      // A cut connection delivers a beginning of what was sent, never something with a hole.
      if (over) return;
      const part = this.left === null ? chunk : chunk.subarray(0, this.left);
      if (this.left !== null) this.left -= part.length;
      if (!client.write(part)) {
        bridge.pause();
        client.once('drain', () => bridge.resume());
      }
      if (this.left === 0) {
        this.left = null;
        over = true;
        // What was written so far is to arrive: a frame without its end.
        setImmediate(() => this.cut());
      }
    });
  }
}
