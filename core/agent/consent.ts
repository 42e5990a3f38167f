import { isObject } from '../json';
import type { Endpoint } from './endpoint';

/**
 * Raised when more is sent than before, so that those who said yes to less are asked again. 1: question, golds, answer,
 * thoughts, queries, documents, findings and recorded values of one rollout.
 */
export const CONSENT_VERSION = 1;

/** A yes: to sending rollouts to an origin. Neither the key nor the path is part of it. */
export interface Consent {
  readonly origin: string;
  readonly version: number;
  /** When it was said, ISO 8601. */
  readonly at: string;
}

/** What is remembered, one an origin. JSON as it stands. */
export type Consents = readonly Consent[];

/**
 * Whether the user has to be asked before anything is sent: for every origin once, this machine's own too, since
 * what listens there may be a tunnel or another user's. Another port or scheme is another origin.
 */
export function needsConsent(consents: Consents, { origin }: Pick<Endpoint, 'origin'>): boolean {
  return !consents.some((consent) => consent.origin === origin && consent.version >= CONSENT_VERSION);
}

/** The consents with one more; an older one to the same origin is replaced. */
export function granted(consents: Consents, { origin }: Pick<Endpoint, 'origin'>, now: Date): Consents {
  return [...revoked(consents, origin), { origin, version: CONSENT_VERSION, at: now.toISOString() }];
}

/** The consents without that to an origin. */
export function revoked(consents: Consents, origin: string): Consents {
  return consents.filter((consent) => consent.origin !== origin);
}

/** Consents as they were stored; what is none is left out, so that the user is asked again. */
export function readConsents(stored: unknown): Consents {
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (value: unknown): value is Consent =>
      isObject(value) &&
      typeof value['origin'] === 'string' &&
      typeof value['version'] === 'number' &&
      typeof value['at'] === 'string',
  );
}

/** What a user should know of an endpoint before saying yes. */
export function warningsAbout({ loopback, encrypted }: Endpoint): readonly ('unencrypted' | 'tunnel')[] {
  if (loopback) return ['tunnel'];
  return encrypted ? [] : ['unencrypted'];
}
