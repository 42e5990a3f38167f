import { isObject, jsonOrUndefined } from '../json';
import { clean, looksLikePage } from './describe';
import { type Endpoint } from './endpoint';
import { BadAnswer, type Failure, HttpFailure, NoAnswer, Silence } from './failure';
import { libraryFor, startOf } from './transport';
import { Watch } from './watch';

/** Milliseconds that a list of models may take: no model has to work for it. */
const LIST_MS = 15_000;
/** Bytes of a list that are read; OpenRouter's, the longest known, has less than one million. */
const LIST_BYTES = 8 * 1024 * 1024;
/** Models that a sentence names. */
const NAMED = 8;

/**
 * Names of the models that `GET /models` lists, in its order. Fails with what stopped it; `BadAnswer` where the answer
 * is no list of models.
 */
export async function listModels(
  endpoint: Endpoint,
  apiKey: string | null,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const watch = new Watch(signal, LIST_MS, LIST_MS);
  try {
    const library = libraryFor(endpoint, apiKey, watch.active);
    const response = await library.get('/models', { signal: watch.signal }).asResponse();
    const body = await startOf(response, LIST_BYTES, watch.active, 'whole');
    return namesIn(body);
  } catch (error) {
    if (watch.silence) throw watch.silence;
    const cause = error instanceof Error ? error.cause : null;
    throw cause instanceof HttpFailure || cause instanceof NoAnswer ? cause : error;
  } finally {
    watch.end();
  }
}

/** OpenAI's `{"data": [{"id"}]}`; a bare list, and `models` with `name`, are seen too. */
function namesIn(body: string): readonly string[] {
  const value = jsonOrUndefined(body);
  const list: unknown = isObject(value) ? (value['data'] ?? value['models']) : value;
  if (!Array.isArray(list)) {
    const what = looksLikePage(body) ? 'a web page' : 'something else';
    throw new BadAnswer(`it sent ${what} in place of a list of models`, null, 'address');
  }
  const names = list.map((item: unknown) => (isObject(item) ? (item['id'] ?? item['name']) : item));
  return names.filter((name): name is string => typeof name === 'string' && name !== '');
}

/**
 * What a 404 means: the model is not there, or the API is not. The list of models tells, and one with `/v1` behind the
 * base URL tells what is missing.
 */
export async function noSuchModel(
  failure: Failure,
  endpoint: Endpoint,
  model: string,
  apiKey: string | null,
  signal: AbortSignal | undefined,
): Promise<Pick<Failure, 'message' | 'kind'>> {
  const { baseUrl } = endpoint;
  const models = await tryList(endpoint, apiKey, signal);
  if (models && !models.includes(model)) {
    const shown = models.slice(0, NAMED).map((name) => clean(name, { apiKey }));
    const more = models.length > NAMED ? `, and ${models.length - NAMED} more` : '';
    const offers = models.length > 0 ? `it offers ${shown.join(', ')}${more}` : 'it offers none';
    return { kind: 'model', message: `There is no model ${model} at ${baseUrl}; ${offers}.` };
  }
  if (models) return failure;
  if (baseUrl.endsWith('/v1')) return failure;
  const versioned = { ...endpoint, baseUrl: `${baseUrl}/v1` };
  if (await tryList(versioned, apiKey, signal)) {
    const message = `${baseUrl} is no OpenAI-compatible API, but ${versioned.baseUrl} is: set that as the base URL.`;
    return { kind: 'address', message };
  }
  return { kind: 'address', message: `${failure.message} Base URLs mostly end in /v1.` };
}

/** The models, or null where the endpoint lists none: why not is told by the failure that made us ask. */
async function tryList(
  endpoint: Endpoint,
  apiKey: string | null,
  signal: AbortSignal | undefined,
): Promise<readonly string[] | null> {
  try {
    return await listModels(endpoint, apiKey, signal);
  } catch (error) {
    signal?.throwIfAborted();
    const expected = [HttpFailure, NoAnswer, BadAnswer, Silence].some((kind) => error instanceof kind);
    if (expected) return null;
    throw error;
  }
}
