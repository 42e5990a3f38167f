import { mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { guarded } from '../../host/guard-file';

/**
 * Takes an address for this process; null where another process answers there. Of several that try one wins. A socket
 * whose process died is taken away.
 */
export async function claim(folder: string, address: string): Promise<Server | null> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isPipe = process.platform === 'win32';
  if (!isPipe) mkdirSync(dirname(address), { recursive: true, mode: 0o700 });
  return guarded(join(folder, 'store.guard'), async () => {
    const other = await reach(address);
    other?.destroy();
    if (other) return null;
    if (!isPipe) rmSync(address, { force: true });
    return listening(address);
  });
}

/** A connection to whoever answers at an address; null where nobody does. */
export function reach(address: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.once('connect', () => (socket.removeAllListeners('error'), resolve(socket)));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.destroy();
      if (error.code !== undefined && NOBODY.includes(error.code)) resolve(null);
      else reject(error);
    });
  });
}

/** How the system says that nobody answers: no such socket, or its process is gone. */
const NOBODY = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'];

function listening(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(address, () => (server.removeListener('error', reject), resolve(server)));
  });
}
