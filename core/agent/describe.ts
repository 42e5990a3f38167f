import { jsonOrUndefined } from '../json';
import { oneLine } from '../visible';
import { ended } from '../words';
import { messageIn } from './answer';
import type { Endpoint } from './endpoint';
import { BadAnswer, type Failure, type FailureKind, HttpFailure, NoAnswer, Silence } from './failure';
import { networkSentence } from './network';
import { askedWait, mayHelp } from './retry';

/** Most characters of what an endpoint said that are repeated. */
const QUOTED = 300;

/** What failures are told about. */
export interface Asked {
  readonly endpoint: Endpoint;
  readonly model: string;
  readonly apiKey: string | null;
}

/**
 * What a failed attempt means, as a sentence that says what to do. Null for what is no failure of the endpoint: that is
 * a fault of ours and must be seen as one.
 */
export function failureOf(error: unknown, asked: Asked, now: number): Failure | null {
  if (error instanceof HttpFailure) return statusFailure(error, asked, now);
  if (error instanceof Silence) return silence(error, asked);
  if (error instanceof NoAnswer) {
    const { sentence, retry } = networkSentence(error, asked.endpoint);
    return { kind: 'connection', message: sentence, retry, waitMs: null, status: null };
  }
  if (!(error instanceof BadAnswer)) return null;
  const { status, kind } = error;
  const message = ended(`${asked.endpoint.baseUrl} is no use as it answers: ${clean(error.message, asked)}`);
  return { kind, message, retry: status !== null && mayHelp(status), waitMs: null, status };
}

function silence({ ms, begun }: Silence, { endpoint, model }: Asked): Failure {
  const seconds = `${Math.round(ms / 100) / 10} s`;
  const message = begun
    ? `${endpoint.baseUrl} fell silent in the middle of its answer, for ${seconds}.`
    : `${endpoint.baseUrl} did not begin to answer within ${seconds}; it may be busy, or still loading ${model}.`;
  return { kind: 'timeout', message, retry: false, waitMs: null, status: null };
}

function statusFailure({ status, headers, body }: HttpFailure, asked: Asked, now: number): Failure {
  const { baseUrl } = asked.endpoint;
  const said = saidIn(body, asked);
  const failure = (kind: FailureKind, message: string, retry = false): Failure => ({
    kind,
    message: said === null ? `${message}.` : ended(`${message}: ${said}`),
    retry,
    waitMs: askedWait(headers, now),
    status,
  });
  if (status >= 300 && status < 400) {
    const to = headers.get('location');
    const target = to !== null && URL.canParse(to, baseUrl) ? new URL(to, baseUrl).origin : 'somewhere else';
    const message = `${baseUrl} redirects to ${target}, which is not followed; set the URL it leads to`;
    return { ...failure('redirect', message), message: `${message}.` };
  }
  if (status === 401 || status === 403) {
    const refused = asked.apiKey === null ? 'wants a key, and none was given' : 'does not take the key';
    return failure('key', `${baseUrl} ${refused} (${status})`);
  }
  if (status === 429) {
    // OpenAI's code for an account without money: waiting does not help.
    if (body.includes('insufficient_quota'))
      return failure('busy', `The account at ${baseUrl} is used up (429)`);
    return failure('busy', `${baseUrl} has too many requests (429)`, true);
  }
  if (status >= 500) return failure('server', `${baseUrl} failed (${status})`, mayHelp(status));
  if (status === 404 || status === 405)
    return failure('address', `${baseUrl} has no chat completions (${status})`);
  return failure('request', `${baseUrl} refused the request (${status})`, mayHelp(status));
}

/** What the endpoint said, fit to be shown; null where it said nothing, or sent a web page. */
function saidIn(body: string, asked: Asked): string | null {
  if (looksLikePage(body)) return null;
  const message = messageIn(jsonOrUndefined(body)) ?? (/^\s*[[{]/.test(body) ? null : body);
  const line = message === null ? '' : clean(message, asked);
  return line === '' ? null : line;
}

/** Whether a body is a web page and no answer of an API. */
export function looksLikePage(body: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(body.slice(0, 1000));
}

/** Text of an endpoint on one line, cut, without the key and without characters that steer terminals. */
export function clean(text: string, { apiKey }: Pick<Asked, 'apiKey'>): string {
  const cut = apiKey === null ? text : text.replaceAll(apiKey, '[key]');
  const line = oneLine(cut.slice(0, QUOTED * 4));
  return line.length > QUOTED ? `${line.slice(0, QUOTED - 1).trimEnd()}…` : line;
}
