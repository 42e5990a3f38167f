import { join } from 'node:path';
import { SocketServer } from '../../host/socket/server';
import { columns } from '../columns';
import { infoOf } from '../columns/column';
import { Caches } from '../database/caches';
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
  const caches = new Caches(join(folder, 'caches'));
  const sets = new Sets({
    readers: crew,
    openRows: async (key) => {
      const opened = await caches.open({ key, columns: columns.map(infoOf), analyser: version });
      // Room is made behind the back of who waits; a folder that cannot be looked at is told with the next set.
      caches.trim().catch((error: unknown) => process.stderr.write(`making room: ${String(error)}\n`));
      return opened;
    },
  });
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
