import type * as vscode from 'vscode';
import { type Consents, granted, needsConsent, readConsents, revoked } from '../../core/agent/consent';
import type { Endpoint } from '../../core/agent/endpoint';

const CONSENTS = 'tracehop.model.consents';
/** Origins that have a key: secret storage cannot list its own. */
const KEY_ORIGINS = 'tracehop.model.keyOrigins';

const secretOf = (origin: string): string => `tracehop.model.key ${origin}`;

/** What is remembered of endpoints on this machine: permissions to send, and keys in the secret storage, by origin. */
export class ModelMemory {
  constructor(private readonly context: Pick<vscode.ExtensionContext, 'globalState' | 'secrets'>) {}

  isAllowed(endpoint: Endpoint): boolean {
    return !needsConsent(this.consents, endpoint);
  }

  async allow(endpoint: Endpoint): Promise<void> {
    await this.context.globalState.update(CONSENTS, granted(this.consents, endpoint, new Date()));
  }

  async key(origin: string): Promise<string | null> {
    return (await this.context.secrets.get(secretOf(origin))) ?? null;
  }

  /** Keeps a key, or deletes it where there is none. */
  async setKey(origin: string, key: string | null): Promise<void> {
    const others = this.keyOrigins.filter((each) => each !== origin);
    if (key === null) await this.context.secrets.delete(secretOf(origin));
    else await this.context.secrets.store(secretOf(origin), key);
    await this.context.globalState.update(KEY_ORIGINS, key === null ? others : [...others, origin]);
  }

  /** Every origin of which something is remembered, and `current`, where another window may have left a key. */
  async origins(
    current: string | null,
  ): Promise<readonly { readonly origin: string; readonly key: boolean; readonly allowed: boolean }[]> {
    const { consents } = this;
    const names = [
      ...this.keyOrigins,
      ...consents.map(({ origin }) => origin),
      ...(current === null ? [] : [current]),
    ];
    const all = await Promise.all(
      [...new Set(names)].sort().map(async (origin) => ({
        origin,
        key: (await this.key(origin)) !== null,
        allowed: consents.some((consent) => consent.origin === origin),
      })),
    );
    return all.filter(({ key, allowed }) => key || allowed);
  }

  /** Deletes the key of an origin and takes the permission back. */
  async forget(origin: string): Promise<void> {
    await this.setKey(origin, null);
    await this.context.globalState.update(CONSENTS, revoked(this.consents, origin));
  }

  private get consents(): Consents {
    return readConsents(this.context.globalState.get(CONSENTS));
  }

  private get keyOrigins(): readonly string[] {
    const stored: unknown = this.context.globalState.get(KEY_ORIGINS);
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  }
}
