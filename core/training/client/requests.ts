import { BridgeError, type ErrorCode } from '../../protocol/bridge/codes';
import type { JsonObject } from '../../json';

/** The connection ended before a request was answered; whether it was carried out is not known. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

interface Pending {
  readonly frame: string;
  /** Whether it is sent again after a reconnection, under its id. */
  readonly again: boolean;
  /** Called before the next frame is looked at, which a promise's reactions may not be. */
  readonly atOnce: (reply: JsonObject) => void;
  readonly resolve: (reply: JsonObject) => void;
  readonly reject: (error: Error) => void;
}

/** Requests that wait for their one reply. */
export class PendingRequests {
  readonly #pending = new Map<string, Pending>();

  add(id: string, frame: string, again: boolean, atOnce: Pending['atOnce']): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { frame, again, atOnce, resolve, reject });
    });
  }

  resolve(id: string, reply: JsonObject): void {
    const pending = this.#take(id);
    pending?.atOnce(reply);
    pending?.resolve(reply);
  }

  reject(id: string, data: JsonObject): void {
    const { code, message, retryable, after_ms, details } = data;
    this.#take(id)?.reject(
      new BridgeError(code as ErrorCode, typeof message === 'string' ? message : 'the bridge refused it', {
        retryable: retryable === true,
        ...(typeof after_ms === 'number' ? { after_ms } : {}),
        ...(typeof details === 'object' && details ? { details: details as JsonObject } : {}),
      }),
    );
  }

  /** The connection ended: what cannot be sent again is rejected. */
  lost(message: string): void {
    for (const [id, { again, reject }] of this.#pending) {
      if (again) continue;
      this.#pending.delete(id);
      reject(new ConnectionLost(message));
    }
  }

  /** Nothing will be answered any more. */
  end(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  /** Frames to send again. */
  frames(): string[] {
    return [...this.#pending.values()].map(({ frame }) => frame);
  }

  #take(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}
