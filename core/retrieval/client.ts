import { UnreadableFile } from '../containers/file-source';
import { UsageError } from '../containers/usage-error';
import type { HostClient } from '../host/client';
import { type CallOptions, type ServiceClient } from '../host/client';
import { MissingNativePart, RemoteError } from '../host/errors';
import type { BuildRequest } from './build/build';
import type { BuildProgress } from './build/pace';
import { IndexError } from './errors';
import type { IndexInfo } from './format';
import {
  RETRIEVAL,
  type Asked,
  type Built,
  type Retrieval as Answer,
  type RetrievalMethods,
} from './protocol';

/**
 * Indexes and searches, from any process: the work is done in the host. Everything rejects with {@link IndexError},
 * `UnreadableFile` or `UsageError` where what was asked cannot be done, with `HostDied` where the host keeps dying, and
 * with the signal's reason.
 */
export class RetrievalClient {
  readonly #service: ServiceClient<RetrievalMethods>;

  constructor(host: HostClient) {
    this.#service = host.service(RETRIEVAL);
  }

  /**
   * Builds an index, or goes on with a build that was interrupted; does nothing where the index is just what it would
   * build. A cancelled build rejects once it has stopped.
   */
  build(
    request: BuildRequest,
    tell: (progress: BuildProgress) => void,
    signal?: AbortSignal,
  ): Promise<Built> {
    return this.#call('build', request, { onProgress: tell, signal, settle: true });
  }

  /** What an index says of itself; opens it. */
  describe(index: string, signal?: AbortSignal): Promise<IndexInfo> {
    return this.#call('describe', { index }, { signal });
  }

  /** The best documents for each query, in the order of the queries, and the receipt for all of them. */
  retrieve(index: string, engine: string, queries: readonly Asked[], signal?: AbortSignal): Promise<Answer> {
    return this.#call('retrieve', { index, engine, queries }, { signal });
  }

  /** Lets go of an index that is open, or of all. */
  async close(index: string | null = null): Promise<void> {
    await this.#call('release', { index }, {});
  }

  async #call<Name extends keyof RetrievalMethods>(
    method: Name,
    params: RetrievalMethods[Name]['params'],
    options: CallOptions<RetrievalMethods[Name]['progress']>,
  ): Promise<RetrievalMethods[Name]['result']> {
    try {
      return await this.#service.call(method, params, options);
    } catch (error) {
      throw error instanceof RemoteError ? revived(error) : error;
    }
  }
}

/** Errors that the host throws on purpose, by name. */
const KNOWN: Readonly<Record<string, new (message: string, options: ErrorOptions) => Error>> = {
  IndexError,
  UnreadableFile,
  UsageError,
  MissingNativePart,
};

/** The host's error as what it was there. */
function revived(error: RemoteError): Error {
  const Known = Object.hasOwn(KNOWN, error.remoteName) ? KNOWN[error.remoteName] : undefined;
  return Known ? new Known(error.message, { cause: error }) : error;
}
