import { join } from 'node:path';
import { SocketServer } from '../../host/socket/server';
import { columns } from '../columns';
import { infoOf } from '../columns/column';
import { openRowStore } from '../database/open';
import { Crew } from '../ingest/crew';
import { storeAddress } from './address';
import { claim } from './election';
import { Sets } from './sets';
import { storeMethods } from './store-service';

/** Milliseconds that the store stays when nobody is connected. */
const LINGER_MS = 10_000;

/**
 * The store of a cache folder: the one process that writes its caches. Ends at once where another is there already, and
 * else when nobody has been connected for a while.
 */
async function main(): Promise<void> {
  const [folder = '', version = ''] = process.argv.slice(2);
  const server = await claim(folder, storeAddress(folder, version));
  if (!server) return;
  const crew = new Crew(join(__dirname, 'store-worker.js'));
  const sets = new Sets((key) => ({
    readers: crew,
    openRows: () =>
      openRowStore({ folder: join(folder, 'caches'), key, columns: columns.map(infoOf), analyser: version }),
  }));
  let idle: NodeJS.Timeout | null = null;
  const quiet = (): void => {
    idle = setTimeout(() => void end(), LINGER_MS);
  };
  const socket = new SocketServer(server, [storeMethods(sets, crew)], {
    busy: () => idle && clearTimeout(idle),
    quiet,
  });
  const end = async (): Promise<void> => {
    await socket.close();
    await crew.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end());
  quiet();
}

main().catch((error: unknown) => {
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${new Date().toISOString()} ${said}\n`);
  process.exit(1);
});
