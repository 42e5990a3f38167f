import type { Endpoint } from './endpoint';
import type { NoAnswer } from './failure';

/** Codes of Node and of its fetch, with what they mean and whether another attempt may help. */
const CODES: Readonly<Record<string, { readonly says: string; readonly retry: boolean }>> = {
  ECONNREFUSED: { says: 'nothing listens there; start the server, or correct the port', retry: true },
  ENOTFOUND: { says: 'there is no host of that name', retry: false },
  EAI_AGAIN: { says: 'its name cannot be looked up now; is the network up?', retry: true },
  EHOSTUNREACH: { says: 'the host cannot be reached', retry: true },
  ENETUNREACH: { says: 'the network cannot be reached', retry: true },
  ETIMEDOUT: { says: 'the host does not answer', retry: true },
  UND_ERR_CONNECT_TIMEOUT: { says: 'the host does not answer', retry: true },
  UND_ERR_HEADERS_TIMEOUT: { says: 'it took the request and did not answer for five minutes', retry: false },
  ECONNRESET: { says: 'the connection was closed by the other side', retry: true },
  EPIPE: { says: 'the connection was closed by the other side', retry: true },
  UND_ERR_SOCKET: { says: 'the connection was closed by the other side', retry: true },
  UND_ERR_BODY_TIMEOUT: { says: 'the answer stopped for five minutes', retry: false },
  ERR_SSL_WRONG_VERSION_NUMBER: {
    says: 'it does not speak https; the URL may begin with http://',
    retry: false,
  },
  EPROTO: { says: 'it does not speak https; the URL may begin with http://', retry: false },
  HPE_INVALID_CONSTANT: { says: 'it does not speak http; the URL may begin with https://', retry: false },
};

/** Codes of OpenSSL about certificates. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

/** Says why no answer came, or why it broke. What is unknown is named by its code. */
export function networkSentence(
  { reason, begun }: NoAnswer,
  { baseUrl }: Endpoint,
): { readonly sentence: string; readonly retry: boolean } {
  const codes = codesOf(reason);
  const start = begun ? `The connection to ${baseUrl} broke` : `${baseUrl} cannot be reached`;
  const known = codes.map((code) => CODES[code]).find((each) => each !== undefined);
  if (known) return { sentence: `${start}: ${known.says}.`, retry: known.retry };
  const certificate = codes.find((code) => CERTIFICATE.test(code));
  if (certificate !== undefined) {
    const says = `its certificate is not trusted (${certificate}); NODE_EXTRA_CA_CERTS can name yours`;
    return { sentence: `${start}: ${says}.`, retry: false };
  }
  // Fetch refuses ports of other protocols (https://fetch.spec.whatwg.org/#port-blocking) and gives no code.
  if (reason instanceof Error && reason.cause instanceof Error && reason.cause.message === 'bad port') {
    return { sentence: `${start}: its port is one that web clients do not use.`, retry: false };
  }
  const [code] = codes;
  return { sentence: code === undefined ? `${start}.` : `${start} (${code}).`, retry: true };
}

/** The codes of an error and of what caused it, outermost first. */
function codesOf(reason: unknown): string[] {
  const codes: string[] = [];
  const waiting: unknown[] = [reason];
  for (let depth = 0; waiting.length > 0 && depth < 10; depth++) {
    const error = waiting.shift();
    if (!(error instanceof Error)) continue;
    if ('code' in error && typeof error.code === 'string') codes.push(error.code);
    // Connecting to several addresses of a host fails with all of their errors.
    if (error instanceof AggregateError) waiting.push(...(error.errors as unknown[]));
    if (error.cause !== undefined) waiting.push(error.cause);
  }
  return codes;
}
