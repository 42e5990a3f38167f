import { UsageError } from '../containers/usage-error';

/** Where a model answers: an OpenAI-compatible API below a base URL. */
export interface Endpoint {
  /** Such as `http://127.0.0.1:8000/v1`: no slash at the end, no name, password, query or fragment in it. */
  readonly baseUrl: string;
  /** Scheme, host and port: what consent and keys are kept by. */
  readonly origin: string;
  /** Whether it names this machine. A tunnel behind it may still lead elsewhere. */
  readonly loopback: boolean;
  readonly encrypted: boolean;
}

/** What people paste behind the base URL. */
const PATHS = /\/(?:chat\/completions|completions|models)$/;

/**
 * Reads a base URL as a user wrote it. Throws a {@link UsageError} with a sentence; one that holds a password is not
 * repeated in it.
 */
export function endpointOf(written: string): Endpoint {
  const text = written.trim();
  if (text === '') throw new UsageError('The base URL is empty; http://127.0.0.1:11434/v1 is one.');
  if (!/^https?:\/\//i.test(text)) {
    throw new UsageError('A base URL begins with http:// or https://, as in http://127.0.0.1:11434/v1.');
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) throw new UsageError('The base URL is no URL; http://127.0.0.1:11434/v1 is one.');
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(
      'The base URL holds a name or password; leave it out and give the key apart from it.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UsageError('The base URL ends in ? or #; it is everything before /chat/completions, no more.');
  }
  const path = url.pathname.replace(/\/{1,64}$/, '').replace(PATHS, '');
  return {
    baseUrl: `${url.origin}${path}`,
    origin: url.origin,
    loopback: isLoopback(url.hostname),
    encrypted: url.protocol === 'https:',
  };
}

/** RFC 6761 gives every name below `localhost` to this machine; 127.0.0.0/8 and ::1 are loopback addresses. */
function isLoopback(host: string): boolean {
  return /^(?:.+\.)?localhost\.?$|^127(?:\.\d{1,3}){3}$|^\[::1\]$/i.test(host);
}

/**
 * A key as it can be sent, blanks around it left out; null for an empty one. Throws a {@link UsageError} that does not
 * repeat it where it holds what no HTTP header may hold.
 */
export function keyOf(written: string | null | undefined): string | null {
  const key = written?.trim() ?? '';
  if (key === '') return null;
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError(
      'The key holds blanks, line ends or other characters that no key has; copy it again.',
    );
  }
  return key;
}
