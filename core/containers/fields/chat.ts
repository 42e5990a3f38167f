import type { Author, Range } from '../../trace/model';
import { answeredIn, callOf } from './calls';
import type { Message } from './messages';
import type { OwnText } from './own-text';
import { isObject, type JsonObject, type JsonPath } from './values';

/** Members that hold a thought beside the content, as servers and agents name them. */
const REASONING = ['reasoning_content', 'reasoning', 'thinking'] as const;

/**
 * Renders chat messages in order, the way ChatML shows them: headers are put in, contents are the file's own
 * characters. Messages before the first assistant's are the prompt, the assistant's the policy's, others after it
 * the environment's. Where `asked`, everything is prompt (few-shot examples included). Thoughts become `<think>`
 * elements, calls `<tool_call>` elements, results in content blocks `<tool_response>` elements.
 */
export class ChatRenderer {
  readonly #own: OwnText;
  #answered = false;
  #begun = false;

  constructor(own: OwnText) {
    this.#own = own;
    this.#begun = own.length > 0;
  }

  /** Returns where the message stands in the text, without its header. */
  add(message: Message, path: JsonPath, asked: boolean): Range {
    const policy = message.by === 'policy' && !asked;
    const around: Author = this.#answered ? 'environment' : 'prompt';
    const end = this.#begun ? '<|im_end|>\n' : '';
    this.#own.render(`${end}<|im_start|>${headerRole(message.role)}\n`, around);
    const start = this.#own.length;
    this.#begun = true;
    if (policy) this.#answered = true;
    const by = asked ? 'prompt' : policy ? 'policy' : message.by === 'environment' ? 'environment' : around;
    this.#addReasoning(message, path, by);
    const contentPath = [...path, message.contentKey];
    if (isCallRole(message.role)) this.#addCall(message.content, contentPath, by);
    else this.#addContent(message.content, contentPath, by, answeredIn(message.source));
    this.#addCalls(message, path, by);
    return { start, end: this.#own.length };
  }

  #addReasoning({ source }: Message, path: JsonPath, by: Author): void {
    const name = REASONING.find((each) => typeof source[each] === 'string' && source[each] !== '');
    if (name !== undefined) this.#addThought(source[name], [...path, name], by);
  }

  #addThought(thought: unknown, path: JsonPath, by: Author): void {
    this.#own.render('<think>\n', by);
    if (typeof thought === 'string') this.#own.add(thought, by, path);
    this.#own.render('\n</think>\n\n', by);
  }

  #addContent(content: unknown, path: JsonPath, by: Author, call: string | undefined): void {
    if (typeof content === 'string') this.#own.add(content, by, path, 0, call);
    else if (Array.isArray(content)) {
      for (const [at, piece] of content.entries()) {
        if (typeof piece === 'string') this.#own.add(piece, by, [...path, at], 0, call);
        else if (isObject(piece)) this.#addBlock(piece, [...path, at], by, call);
        else this.#own.render(JSON.stringify(piece), by, [...path, at], call);
      }
    } else if (content !== null && content !== undefined)
      this.#own.render(JSON.stringify(content), by, path, call);
  }

  /** A content block, as OpenAI's and Anthropic's messages hold them. */
  #addBlock(block: JsonObject, path: JsonPath, by: Author, call: string | undefined): void {
    const { type, text, thinking } = block;
    if (type === 'tool_use') this.#addCall(block, path, by);
    else if (type === 'tool_result') this.#addResult(block, path, by);
    else if (type === 'thinking' && typeof thinking === 'string')
      this.#addThought(thinking, [...path, 'thinking'], by);
    else if (typeof text === 'string') this.#own.add(text, by, [...path, 'text'], 0, call);
    else this.#own.render(JSON.stringify(block), by, path, call);
  }

  #addResult(block: JsonObject, path: JsonPath, by: Author): void {
    const call = answeredIn(block);
    this.#own.render('<tool_response>\n', by, path, call);
    this.#addContent(block['content'], [...path, 'content'], by, call);
    this.#own.render('\n</tool_response>\n', by, path, call);
  }

  #addCalls({ source, content }: Message, path: JsonPath, by: Author): void {
    const calls = source['tool_calls'];
    const empty = content === '' || content === null || content === undefined;
    if (Array.isArray(calls)) {
      for (const [at, call] of calls.entries())
        this.#addCall(call, [...path, 'tool_calls', at], by, at > 0 || !empty);
    }
    if (isObject(source['function_call']))
      this.#addCall(source['function_call'], [...path, 'function_call'], by, !empty);
  }

  #addCall(call: unknown, path: JsonPath, by: Author, onNewLine = false): void {
    const { text, id } = callOf(call);
    this.#own.render(`${onNewLine ? '\n' : ''}<tool_call>\n${text}\n</tool_call>`, by, path, id);
  }
}

/** ShareGPT's role for a message that is nothing but a call. */
function isCallRole(role: string): boolean {
  return /^(?:function_call|tool_call)$/i.test(role);
}

function headerRole(role: string): string {
  if (/^(?:gpt|model)$/i.test(role) || isCallRole(role)) return 'assistant';
  return role.toLowerCase() === 'human' ? 'user' : role;
}
