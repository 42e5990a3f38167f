import type * as DuckDb from '@duckdb/node-api';
import { MissingNativePart } from '../errors';

/** The DuckDB library. Types may be imported from it anywhere; values come from {@link loadDuckDb}. */
export type DuckDbModule = typeof DuckDb;

/**
 * Loads DuckDB with its native part. Only processes of their own do that: see `core/host`. Fails with
 * {@link MissingNativePart} where the package lacks the part for this machine.
 */
export async function loadDuckDb(): Promise<DuckDbModule> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    const { platform, arch } = process;
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new MissingNativePart(
      `DuckDB has no native part for ${platform}-${arch} here, and indexes need it (${reason}); install the package @duckdb/node-bindings-${platform}-${arch}, or the build of Tracehop for this platform`,
      { cause: error },
    );
  }
}
