import type { JsonObject } from '../../core/json';
import type { Reply, RequestType } from '../../core/protocol/bridge/messages';
import type { Audit } from '../audit';
import type { JobStore } from '../jobs/store';
import type { BridgeOptions } from '../options';
import type { RecipeBook } from '../recipes';
import type { Session } from '../session';

/** What handlers work with. */
export interface Host {
  readonly options: BridgeOptions;
  readonly book: RecipeBook;
  readonly jobs: JobStore;
  readonly audit: Audit;
}

/** How one type of request is answered. */
export interface RequestHandler<T extends RequestType = RequestType> {
  readonly type: T;
  /**
   * Whether it is about the connection it came on, as a channel is. The reply to another is kept: the same id, sent
   * again after a reconnection, gets it again and nothing is done twice.
   */
  readonly ofConnection: boolean;
  /** Throws a BridgeError for what the client did wrong. */
  handle(data: JsonObject, host: Host, session: Session): Reply<T>;
}

/** Ties a handler to the reply of its type. */
export function handler<T extends RequestType>(
  type: T,
  handle: RequestHandler<T>['handle'],
  ofConnection = false,
): RequestHandler<T> {
  return { type, ofConnection, handle };
}
