import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HostClient } from '../../../core/host/client';
import { HostDied, RemoteError } from '../../../core/host/errors';
import { bundleHost, type HostBundle } from './bundle';
import { ECHO } from './echo-service';

const echoOf = (client: HostClient) => client.service(ECHO);

let bundle: HostBundle;
let folder: string;
let host: HostClient;
let echo: ReturnType<typeof echoOf>;

beforeAll(async () => {
  bundle = await bundleHost('test/unit/host/echo-main.ts');
  folder = mkdtempSync(join(tmpdir(), 'tracehop-host-'));
});
afterAll(() => {
  bundle.remove();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  host = new HostClient({ script: bundle.script }, { memory: 60_000, first: 300, most: 600 });
  echo = echoOf(host);
});
afterEach(() => host.dispose());

/** Whether a process is there. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 500) throw new Error('it never came true');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a call', () => {
  it('brings values that JSON cannot hold back as they were', async () => {
    const value = { bytes: new Uint8Array([1, 2]), big: 2n ** 60n, nothing: undefined, text: 'ж\u{1f600}' };
    expect(await echo.call('echo', value)).toEqual(value);
  });

  it('reports progress in order, before its result', async () => {
    const seen: number[] = [];
    expect(await echo.call('count', 5, { onProgress: (value) => seen.push(value) })).toBe(5);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it('rejects with what the handler threw', async () => {
    const error = await echo.call('fail', 'no luck').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ remoteName: 'RangeError', message: 'no luck' });
  });

  it('says what it does not know, also where an object would', async () => {
    const odd = host.service({ name: 'echo', idempotent: [] });
    await expect(odd.call('toString' as never, null as never)).rejects.toThrow(
      'the host has no echo.toString',
    );
    const other = host.service({ name: 'other', idempotent: [] });
    await expect(other.call('echo' as never, null as never)).rejects.toThrow('the host has no other.echo');
  });
});

describe('cancelling', () => {
  it('rejects at once and tells the host', async () => {
    const controller = new AbortController();
    const hanging = echo.call('hang', null, {
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    });
    await expect(hanging).rejects.toThrow('enough');
    expect(await echo.call('cancelled', null)).toBe(1);
  });

  it('can wait until the host has stopped', async () => {
    const controller = new AbortController();
    let aborted = 0;
    const hanging = echo.call('hang', null, {
      signal: controller.signal,
      settle: true,
      onProgress: () => {
        aborted = performance.now();
        controller.abort(new Error('enough'));
      },
    });
    await expect(hanging).rejects.toThrow('enough');
    expect(performance.now() - aborted).toBeGreaterThan(40);
  });

  it('starts nothing with a signal that has fired', async () => {
    await expect(echo.call('echo', 1, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow(
      'before',
    );
    expect(host.pid).toBeUndefined();
  });
});

describe('a host that dies', () => {
  it('is started again, and an idempotent call is asked once more', async () => {
    expect(await echo.call('dieOnce', join(folder, 'once'))).toBe('alive');
  });

  it('says why, with what it wrote to stderr', async () => {
    const hanging = echo.call('hang', null);
    const told = expect(hanging).rejects.toThrow(
      /host process died: it ended with code 7; it said: out of luck/,
    );
    await echo.call('dieOnce', join(folder, 'twice'));
    await told;
  });

  it('rejects what was in flight when it is killed, and the next call works', async () => {
    const hanging = echo.call('hang', null, { onProgress: () => process.kill(host.pid ?? 0, 'SIGKILL') });
    await expect(hanging).rejects.toThrow(HostDied);
    expect(await echo.call('echo', 'again')).toBe('again');
  });

  it('is not started in a tight loop', async () => {
    const begun = performance.now();
    // Each dies, is asked again, and dies again: four starts, with pauses of 300 and 600 ms before the last two.
    await expect(echo.call('die', null)).rejects.toThrow(HostDied);
    await expect(echo.call('die', null)).rejects.toThrow(HostDied);
    expect(performance.now() - begun).toBeGreaterThan(850);
  });

  it('that cannot start is an error, not a wait', async () => {
    const lost = echoOf(new HostClient({ script: join(folder, 'missing.js') }));
    await expect(lost.call('echo', 1)).rejects.toThrow(/host process died: .*code 1.*missing\.js/s);
  });
});

describe('the end', () => {
  it('lets calls stop, and refuses new ones', async () => {
    const hanging = echo.call('hang', null, { onProgress: () => void host.dispose() });
    await expect(hanging).rejects.toThrow(/cleaned up|host/);
    await expect(echo.call('echo', 1)).rejects.toThrow('told to end');
  });

  it('comes with the end of the parent, however that ends', async () => {
    const parent = join(folder, 'parent.js');
    const pidFile = join(folder, 'pid');
    writeFileSync(
      parent,
      `const { fork } = require('node:child_process');
       const child = fork(${JSON.stringify(bundle.script)}, [], { serialization: 'advanced' });
       child.send({ kind: 'call', id: 1, service: 'echo', method: 'hang', params: null });
       child.on('message', () => require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(child.pid)));
       setInterval(() => {}, 1000);`,
    );
    const process_ = fork(parent);
    const pid = await new Promise<number>((resolve, reject) => {
      const poll = setInterval(() => {
        try {
          const text = readFileSync(pidFile, 'utf8');
          if (text === '') return;
          clearInterval(poll);
          resolve(Number(text));
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) reject(error);
        }
      }, 20);
    });
    expect(isAlive(pid)).toBe(true);
    process_.kill('SIGKILL');
    await until(() => !isAlive(pid));
  });
});

describe('ending', () => {
  it('leaves no process behind where it comes while the host starts', async () => {
    const call = echo.call('echo', 1).catch((caught: unknown) => caught);
    await host.dispose();
    expect(await call).toBeInstanceOf(HostDied);
    expect(host.pid).toBeUndefined();
  });
});
