import { isCount, isObject, jsonOrUndefined, type JsonObject } from '../json';
import { BadAnswer } from './failure';
import type { Usage } from './cost';
import type { StreamEvent } from './sse';

/** Most characters of one answer: an endpoint that never stops must not fill the memory. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

/** Who is told of what arrives. */
export interface AnswerListener {
  readonly onText?: ((text: string) => void) | undefined;
  readonly onReasoning?: ((text: string) => void) | undefined;
  /** Called once, before the first of either. */
  readonly onBegin: () => void;
}

/** What one attempt brought so far, from a stream or in one piece. */
export class Answer {
  private readonly texts: string[] = [];
  private readonly reasonings: string[] = [];
  private length = 0;
  finishReason: string | null = null;
  usage: Usage | null = null;
  /** Whether the endpoint said that it is over. */
  ended = false;

  constructor(private readonly listener: AnswerListener) {}

  get text(): string {
    return this.texts.join('');
  }

  /** What the model thought before it answered, where the endpoint keeps that apart. */
  get reasoning(): string {
    return this.reasonings.join('');
  }

  /** Whether anything was delivered, after which another attempt would say it twice. */
  get begun(): boolean {
    return this.length > 0;
  }

  /** Takes an event of a stream in. */
  event({ event, data }: StreamEvent): void {
    if (data.trim() === '[DONE]') {
      this.ended = true;
      return;
    }
    const value = jsonOrUndefined(data);
    if (!isObject(value)) throw new BadAnswer('it sent an event that is no JSON object');
    if (event === 'error') throw errorIn(value['error'] === undefined ? { error: value } : value);
    this.completion(value);
  }

  /** Takes a chunk of a stream in, or a whole completion. */
  completion(value: JsonObject): void {
    if (isObject(value['error']) || typeof value['error'] === 'string' || value['object'] === 'error') {
      throw errorIn(value);
    }
    this.usage = usageIn(value['usage']) ?? this.usage;
    const choice: unknown = Array.isArray(value['choices']) ? value['choices'][0] : undefined;
    if (!isObject(choice)) return;
    const said = isObject(choice['delta']) ? choice['delta'] : choice['message'];
    if (isObject(said)) {
      // vLLM, SGLang and DeepSeek call it `reasoning_content`; newer vLLM, Ollama and OpenRouter `reasoning`.
      this.add(this.reasonings, said['reasoning_content'] ?? said['reasoning'], this.listener.onReasoning);
      this.add(this.texts, said['content'], this.listener.onText);
    }
    if (typeof choice['finish_reason'] === 'string') this.finishReason = choice['finish_reason'];
  }

  private add(to: string[], content: unknown, tell: ((text: string) => void) | undefined): void {
    const text = textOf(content);
    if (text === '') return;
    if (!this.begun) this.listener.onBegin();
    this.length += text.length;
    if (this.length > LONGEST_ANSWER) throw new BadAnswer('its answer has more than 8 million characters');
    to.push(text);
    tell?.(text);
  }
}

/** Content as text: a string, or the text parts of a list. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}

function usageIn(value: unknown): Usage | null {
  if (!isObject(value)) return null;
  const { prompt_tokens: prompt, completion_tokens: completion } = value;
  if (!isCount(prompt)) return null;
  return { promptTokens: prompt, completionTokens: isCount(completion) ? completion : 0, estimated: false };
}

/** The error that stands where a completion should. */
function errorIn(value: JsonObject): BadAnswer {
  const inner = isObject(value['error']) ? value['error'] : value;
  const code = Number(inner['code'] ?? inner['status']);
  const status = Number.isInteger(code) && code >= 400 && code < 600 ? code : null;
  return new BadAnswer(`it reported an error: ${messageIn(value) ?? 'it did not say which'}`, status);
}

/** The sentence of an error, as the servers in use write it; null where there is none. */
export function messageIn(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (!isObject(value)) return null;
  for (const key of ['error', 'message', 'detail', 'msg']) {
    const inner = value[key];
    if (Array.isArray(inner)) {
      const all = inner.map(messageIn).filter((message) => message !== null);
      if (all.length > 0) return all.join('; ');
    } else {
      const message = messageIn(inner);
      if (message !== null) return message;
    }
  }
  return null;
}
