import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../../core/agent/endpoint';
import { ModelMemory } from '../../../extension/explain/memory';

const KEY = 'sk-0123456789';

/** State and secrets as VS Code keeps them: JSON, and texts by name. */
class Stored {
  readonly state = new Map<string, string>();
  readonly kept = new Map<string, string>();

  readonly context = {
    globalState: {
      keys: () => [...this.state.keys()],
      get: <T>(key: string) => JSON.parse(this.state.get(key) ?? 'null') as T | undefined,
      update: (key: string, value: unknown) => {
        this.state.set(key, JSON.stringify(value));
        return Promise.resolve();
      },
      setKeysForSync: () => undefined,
    },
    secrets: {
      get: (key: string) => Promise.resolve(this.kept.get(key)),
      store: (key: string, value: string) => Promise.resolve(void this.kept.set(key, value)),
      delete: (key: string) => Promise.resolve(void this.kept.delete(key)),
      onDidChange: () => ({ dispose: () => undefined }),
    },
  };
}

const local = endpointOf('http://127.0.0.1:8000/v1');
const other = endpointOf('https://api.example.com/v1');

describe('what is remembered of endpoints', () => {
  it('is a key by origin, in the secret storage alone', async () => {
    const stored = new Stored();
    const memory = new ModelMemory(stored.context);
    await memory.setKey(local.origin, KEY);
    expect(await memory.key(local.origin)).toBe(KEY);
    expect(await memory.key(other.origin)).toBeNull();
    expect(await memory.key('https://127.0.0.1:8000')).toBeNull();
    expect([...stored.state.values()].join()).not.toContain(KEY);
    await memory.setKey(local.origin, null);
    expect(await memory.key(local.origin)).toBeNull();
    expect(stored.kept.size).toBe(0);
  });

  it('is a permission by origin, which a new start still knows', async () => {
    const stored = new Stored();
    await new ModelMemory(stored.context).allow(local);
    const memory = new ModelMemory(stored.context);
    expect(memory.isAllowed(local)).toBe(true);
    expect(memory.isAllowed(endpointOf('http://127.0.0.1:8000/other'))).toBe(true);
    expect(memory.isAllowed(other)).toBe(false);
  });

  it('is forgotten, both at once', async () => {
    const stored = new Stored();
    const memory = new ModelMemory(stored.context);
    await memory.setKey(local.origin, KEY);
    await memory.allow(local);
    await memory.allow(other);
    expect(await memory.origins(null)).toEqual([
      { origin: local.origin, key: true, allowed: true },
      { origin: other.origin, key: false, allowed: true },
    ]);
    await memory.forget(local.origin);
    expect(memory.isAllowed(local)).toBe(false);
    expect(await memory.key(local.origin)).toBeNull();
    expect(await memory.origins(local.origin)).toEqual([{ origin: other.origin, key: false, allowed: true }]);
  });

  it('finds a key that another window kept for the endpoint in use', async () => {
    const stored = new Stored();
    const memory = new ModelMemory(stored.context);
    await memory.setKey(local.origin, KEY);
    stored.state.clear();
    expect(await memory.origins(null)).toEqual([]);
    expect(await memory.origins(local.origin)).toEqual([{ origin: local.origin, key: true, allowed: false }]);
  });
});
