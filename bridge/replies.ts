import { LIMITS } from '../core/protocol/bridge/limits';

/** Replies of a session that are kept, and the longest one in characters. */
const MOST = 2000;
const LONGEST = 64 * 1024;

interface Kept {
  readonly request: string;
  readonly frame: string;
  readonly at: number;
}

/** What each session was answered in the last ten minutes, so that a request that is sent again is not done again. */
export class Replies {
  readonly #sessions = new Map<string, Map<string, Kept>>();

  /** The reply to an id; undefined where there is none, null where the id was used for another request. */
  find(session: string, id: string, request: string): string | null | undefined {
    const kept = this.#sessions.get(session)?.get(id);
    if (!kept || performance.now() - kept.at > LIMITS.reply_kept_ms) return undefined;
    return kept.request === request ? kept.frame : null;
  }

  keep(session: string, id: string, request: string, frame: string): void {
    if (frame.length > LONGEST) return;
    const replies = this.#sessions.get(session) ?? new Map<string, Kept>();
    replies.set(id, { request, frame, at: performance.now() });
    this.#sessions.set(session, replies);
    for (const key of replies.keys()) {
      if (replies.size <= MOST) break;
      replies.delete(key);
    }
  }

  /** Forgets what is older than it need be kept. */
  prune(): void {
    const now = performance.now();
    for (const [session, replies] of this.#sessions) {
      for (const [id, { at }] of replies) if (now - at > LIMITS.reply_kept_ms) replies.delete(id);
      if (replies.size === 0) this.#sessions.delete(session);
    }
  }
}
