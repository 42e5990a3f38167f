import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { writeAtomic } from '../core/training/files';
import { readToken, tokenPath } from '../core/training/state-folder';

/** Failed attempts of an address in a window after which it hears 429 for as long. */
const MOST_FAILURES = 10;
const WINDOW_MS = 60_000;

/** The state folder's token; made at the first start. */
export function ensureToken(folder: string): string {
  const there = readToken(folder);
  if (there) return there;
  const token = randomBytes(32).toString('base64url');
  writeAtomic(tokenPath(folder), `${token}\n`);
  return token;
}

/** What an upgrade request is answered with when it is refused. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 429 | 503;
  readonly why: string;
}

/** Knows who may connect. */
export class Gate {
  readonly #digest: Buffer;
  readonly #failures = new Map<string, number[]>();

  constructor(
    token: string,
    /** Values of the Host header that name this server. */
    private readonly hosts: ReadonlySet<string>,
  ) {
    this.#digest = digestOf(token);
  }

  /** Null where the request may go on. The right token is let in even from an address that failed too often. */
  check(request: IncomingMessage): Refusal | null {
    // Node's clients send no Origin; a browser's page always does, whatever name it came by.
    if (request.headers.origin !== undefined) return { status: 403, why: 'origin' };
    if (!this.hosts.has((request.headers.host ?? '').toLowerCase())) return { status: 403, why: 'host' };
    if (this.#isRight(request)) return null;
    return this.#failed(request.socket.remoteAddress ?? '')
      ? { status: 429, why: 'too many failures' }
      : { status: 401, why: 'token' };
  }

  #isRight(request: IncomingMessage): boolean {
    const names = request.rawHeaders.filter((_text, index) => index % 2 === 0);
    const once = names.filter((name) => name.toLowerCase() === 'authorization').length === 1;
    const header = request.headers.authorization ?? '';
    const token = header.startsWith('Bearer ') ? header.slice('Bearer '.length) : '';
    // Digests have one length, so that nothing about the token's shows.
    const equal = timingSafeEqual(digestOf(token), this.#digest);
    return equal && once;
  }

  /** Notes a failure; says whether there were too many. */
  #failed(address: string): boolean {
    const now = performance.now();
    for (const [each, times] of this.#failures) {
      if (now - (times.at(-1) ?? 0) > WINDOW_MS) this.#failures.delete(each);
    }
    const times = (this.#failures.get(address) ?? []).filter((time) => now - time < WINDOW_MS);
    const tooMany = times.length >= MOST_FAILURES;
    if (tooMany) times[times.length - 1] = now;
    else times.push(now);
    this.#failures.set(address, times);
    return tooMany;
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
