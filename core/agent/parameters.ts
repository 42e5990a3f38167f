import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { HttpFailure } from './failure';
import type { ChatMessage } from './tokens';

/** What may be asked of a model beside the messages. */
export interface ChatWish {
  /** Most tokens of the answer, thoughts included. */
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
}

/** How the wish is put: not every endpoint takes every field. */
export interface Spelling {
  readonly usage: boolean;
  readonly temperature: boolean;
  /** OpenAI's reasoning models take `max_completion_tokens` alone, most others know `max_tokens` alone. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
}

export const USUAL: Spelling = { usage: true, temperature: true, limit: 'max_tokens' };

/** The body of a request. */
export function bodyOf(
  model: string,
  messages: readonly ChatMessage[],
  { maxTokens, temperature }: ChatWish,
  spelling: Spelling,
): ChatCompletionCreateParamsStreaming {
  return {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    stream: true,
    ...(spelling.usage ? { stream_options: { include_usage: true } } : {}),
    ...(maxTokens === undefined ? {} : { [spelling.limit]: maxTokens }),
    ...(temperature === undefined || !spelling.temperature ? {} : { temperature }),
  };
}

/** The spelling to try after an endpoint refused a field (400, 422) and named it; null where that was not it. */
export function respelled(
  { status, body }: HttpFailure,
  spelling: Spelling,
  wish: ChatWish,
): Spelling | null {
  if (status !== 400 && status !== 422) return null;
  if (spelling.usage && /stream_options|include_usage/.test(body)) return { ...spelling, usage: false };
  if (
    wish.maxTokens !== undefined &&
    spelling.limit === 'max_tokens' &&
    body.includes('max_completion_tokens')
  ) {
    return { ...spelling, limit: 'max_completion_tokens' };
  }
  if (wish.temperature !== undefined && spelling.temperature && body.includes('temperature')) {
    return { ...spelling, temperature: false };
  }
  return null;
}
