import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../core/containers/usage-error';
import type { StreamEvent } from '../../core/protocol/bridge/events';
import type { WelcomeData } from '../../core/protocol/bridge/messages';
import { BridgeClient, type ClientStatus } from '../../core/training/client/bridge-client';
import type { BridgeAddress } from '../../core/training/client/socket';
import { ensureBridge } from '../../core/training/local-bridge';
import { defaultStateFolder } from '../../core/training/state-folder';
import type { Io } from '../io';
import { VERSION } from '../version';

/** Variable that holds the token of a bridge named by its URL: never an argument, which others can see. */
export const TOKEN_VARIABLE = 'TRACEHOP_BRIDGE_TOKEN';

/** Milliseconds in which the first connection must come about. */
const FIRST_MS = 30_000;

export interface BridgeChoice {
  /** URL of a bridge; the local one where it is left out. */
  readonly bridge?: string;
  /** State folder of the local bridge. */
  readonly state?: string;
}

/** A connected client. */
export interface Connected {
  readonly client: BridgeClient;
  readonly welcome: WelcomeData;
}

/** The bridge could not be reached. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** The file of a bundle, from the bundled program and from its source alike. */
export function bundle(name: string): string {
  const beside = resolve(__dirname, name);
  return existsSync(beside) ? beside : resolve(__dirname, '../../dist', name);
}

/** State folder of the local bridge. */
export function stateOf({ state }: BridgeChoice): string {
  return state === undefined ? defaultStateFolder() : resolve(state);
}

/** Connects to the named bridge, or to the local one, which is started when it does not run. Throws {@link Unreachable}. */
export async function connect(
  io: Io,
  choice: BridgeChoice,
  onEvent: (event: StreamEvent) => void = () => undefined,
): Promise<Connected> {
  let heard: (status: ClientStatus) => void = () => undefined;
  const address = addressOf(choice);
  // A bridge that cannot be started will not be the next time either.
  if (choice.bridge === undefined) await address();
  const client = new BridgeClient({
    address,
    version: VERSION,
    clientId: 'cli',
    onEvent,
    onStatus: (status) => heard(status),
    onError: (error) => io.err(`${error.message}\n`),
  });
  return new Promise((resolveConnected, reject) => {
    const fail = (why: string): void => {
      clearTimeout(timer);
      client.close();
      reject(new Unreachable(`no connection to the bridge: ${why}`));
    };
    let why = 'it does not answer';
    const timer = setTimeout(() => fail(why), FIRST_MS);
    heard = (status) => {
      if (status.kind === 'refused') fail(status.why);
      if (status.kind === 'waiting') why = status.why;
      if (status.kind !== 'connected') return;
      clearTimeout(timer);
      heard = (later) => tellBreaks(io, later);
      resolveConnected({ client, welcome: status.welcome });
    };
  });
}

function tellBreaks(io: Io, status: ClientStatus): void {
  if (status.kind === 'waiting' && status.attempt === 1)
    io.err(`connection lost (${status.why}); the job goes on\n`);
  if (status.kind === 'refused') io.err(`the bridge does not take this client any more: ${status.why}\n`);
}

function addressOf(choice: BridgeChoice): () => Promise<BridgeAddress> {
  if (choice.bridge === undefined) {
    const state = stateOf(choice);
    return () => ensureBridge({ state, program: bundle('bridge.js') });
  }
  if (!/^wss?:\/\/[^/?#@\s]+$/.test(choice.bridge))
    throw new UsageError(`--bridge ${choice.bridge}: must be ws://HOST:PORT and nothing behind it`);
  const url = choice.bridge;
  const token = process.env[TOKEN_VARIABLE];
  if (!token)
    throw new UsageError(`--bridge needs the bridge's token in ${TOKEN_VARIABLE}; it is in its state folder`);
  if (!URL.canParse(url))
    throw new UsageError(`--bridge ${url}: is no URL; write ws://HOST:PORT with a port up to 65535`);
  if (!/^[\w-]+$/.test(token))
    throw new UsageError(
      `${TOKEN_VARIABLE} holds no token: one is letters, digits, - and _ alone, as in the file token of the state folder`,
    );
  return () => Promise.resolve({ url, token });
}
