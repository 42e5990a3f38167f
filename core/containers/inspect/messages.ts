import { OwnText } from '../fields/own-text';
import { isObject, type JsonObject, type JsonPath } from '../fields/values';
import type { Author } from '../../trace/model';

/** How an Inspect log refers to a long text that it keeps once, under `attachments`. */
const ATTACHMENT = 'attachment://';

/**
 * Renders the messages of an Inspect sample in order as ChatML shows them: what stands before the first assistant's is
 * the prompt, the assistant's the policy's, the rest the environment's. Reasoning becomes a `<think>` element, a tool
 * call a `<tool_call>` one. `path` leads to the sample.
 */
export function renderMessages(sample: JsonObject, path: JsonPath): OwnText {
  const renderer = new Renderer(sample, path);
  const messages: unknown[] = Array.isArray(sample['messages']) ? sample['messages'] : [];
  for (const [at, message] of messages.entries()) {
    if (isObject(message)) renderer.add(message, [...path, 'messages', at]);
  }
  return renderer.own;
}

class Renderer {
  readonly own = new OwnText();
  #answered = false;

  constructor(
    private readonly sample: JsonObject,
    private readonly path: JsonPath,
  ) {}

  add(message: JsonObject, path: JsonPath): void {
    const role = typeof message['role'] === 'string' ? message['role'] : 'user';
    const around: Author = this.#answered ? 'environment' : 'prompt';
    this.own.render(`${this.own.length > 0 ? '<|im_end|>\n' : ''}<|im_start|>${role}\n`, around);
    const policy = role === 'assistant';
    if (policy) this.#answered = true;
    const by = policy ? 'policy' : role === 'tool' ? 'environment' : around;
    const before = this.own.length;
    this.#content(message['content'], [...path, 'content'], by);
    this.#error(message['error'], [...path, 'error'], by, this.own.length === before);
    this.#calls(message['tool_calls'], [...path, 'tool_calls'], by, this.own.length === before);
  }

  #content(content: unknown, path: JsonPath, by: Author): void {
    if (typeof content === 'string') this.#text(content, path, by);
    else if (Array.isArray(content)) {
      for (const [at, piece] of content.entries()) {
        if (isObject(piece)) this.#piece(piece, [...path, at], by);
      }
    }
  }

  #piece(piece: JsonObject, path: JsonPath, by: Author): void {
    const { type, text, reasoning } = piece;
    if (type === 'text' && typeof text === 'string') this.#text(text, [...path, 'text'], by);
    else if (type === 'reasoning' && typeof reasoning === 'string') {
      this.own.render('<think>\n', by);
      this.#text(reasoning, [...path, 'reasoning'], by);
      this.own.render('\n</think>\n\n', by);
    } else this.own.render(JSON.stringify(piece), by, path);
  }

  /** A text, or the attachment that stands for it. */
  #text(text: string, path: JsonPath, by: Author): void {
    const attachments = this.sample['attachments'];
    const key = text.startsWith(ATTACHMENT) ? text.slice(ATTACHMENT.length) : null;
    const kept =
      key !== null && isObject(attachments) && Object.hasOwn(attachments, key) ? attachments[key] : null;
    if (typeof kept === 'string' && key !== null) this.own.add(kept, by, [...this.path, 'attachments', key]);
    else this.own.add(text, by, path);
  }

  /** What a tool answered instead of a result. */
  #error(error: unknown, path: JsonPath, by: Author, first: boolean): void {
    if (!isObject(error) || typeof error['message'] !== 'string') return;
    if (!first) this.own.render('\n', by);
    this.own.render('Error: ', by);
    this.own.add(error['message'], by, [...path, 'message']);
  }

  #calls(calls: unknown, path: JsonPath, by: Author, first: boolean): void {
    if (!Array.isArray(calls)) return;
    for (const [at, call] of calls.entries()) {
      if (!isObject(call)) continue;
      const said = JSON.stringify({ name: call['function'], arguments: call['arguments'] ?? {} });
      const gap = first && at === 0 ? '' : '\n';
      this.own.render(`${gap}<tool_call>\n${said}\n</tool_call>`, by, [...path, at]);
    }
  }
}
