import { UsageError } from '../../containers/usage-error';
import { bm25 } from './bm25/bm25';
import type { Engine } from './engine';

/** Every engine. A new one is a folder beside this file and a line here. */
export const engines: readonly Engine[] = [bm25];

/** The engine of a name. Fails with {@link UsageError}. */
export function engineNamed(id: string): Engine {
  const engine = engines.find((each) => each.id === id);
  if (engine) return engine;
  throw new UsageError(`unknown engine “${id}”; there is ${engines.map((each) => each.id).join(', ')}`);
}
