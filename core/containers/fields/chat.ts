import { jsonOrUndefined } from '../../json';
import type { Author } from '../../trace/model';
import type { Message } from './messages';
import type { OwnText } from './own-text';
import { isObject, type JsonPath } from './values';

/**
 * Renders chat messages in order, the way ChatML shows them: headers are put in, contents are the file's own
 * characters. Messages before the first assistant's are the prompt, the assistant's the policy's, others after it
 * the environment's. Where `asked`, everything is prompt (few-shot examples included).
 */
export class ChatRenderer {
  readonly #own: OwnText;
  #answered = false;
  #begun = false;

  constructor(own: OwnText) {
    this.#own = own;
    this.#begun = own.length > 0;
  }

  add(message: Message, path: JsonPath, asked: boolean): void {
    const policy = message.by === 'policy' && !asked;
    const around: Author = this.#answered ? 'environment' : 'prompt';
    const end = this.#begun ? '<|im_end|>\n' : '';
    this.#own.render(`${end}<|im_start|>${headerRole(message.role)}\n`, around);
    this.#begun = true;
    if (policy) this.#answered = true;
    const by = asked ? 'prompt' : policy ? 'policy' : message.by === 'environment' ? 'environment' : around;
    this.#addReasoning(message, path, by);
    this.#addContent(message.content, [...path, message.contentKey], by);
    this.#addCalls(message, path, by);
  }

  #addReasoning({ source }: Message, path: JsonPath, by: Author): void {
    const reasoning = source['reasoning_content'];
    if (typeof reasoning !== 'string' || reasoning === '') return;
    this.#own.render('<think>\n', by);
    this.#own.add(reasoning, by, [...path, 'reasoning_content']);
    this.#own.render('\n</think>\n\n', by);
  }

  #addContent(content: unknown, path: JsonPath, by: Author): void {
    if (typeof content === 'string') this.#own.add(content, by, path);
    else if (Array.isArray(content)) {
      for (const [at, piece] of content.entries()) {
        if (typeof piece === 'string') this.#own.add(piece, by, [...path, at]);
        else if (isObject(piece) && typeof piece['text'] === 'string')
          this.#own.add(piece['text'], by, [...path, at, 'text']);
        else this.#own.render(JSON.stringify(piece), by, [...path, at]);
      }
    } else if (content !== null && content !== undefined) this.#own.render(JSON.stringify(content), by, path);
  }

  #addCalls({ source, content }: Message, path: JsonPath, by: Author): void {
    const calls = source['tool_calls'];
    if (!Array.isArray(calls)) return;
    for (const [at, call] of calls.entries()) {
      const first = at === 0 && (content === '' || content === null || content === undefined);
      this.#own.render(`${first ? '' : '\n'}<tool_call>\n${callText(call)}\n</tool_call>`, by, [
        ...path,
        'tool_calls',
        at,
      ]);
    }
  }
}

function headerRole(role: string): string {
  return /^(?:gpt|model)$/i.test(role) ? 'assistant' : role.toLowerCase() === 'human' ? 'user' : role;
}

/** A call as `{"name": …, "arguments": …}`; one that is not readable as it stands in the file. */
function callText(call: unknown): string {
  const value = typeof call === 'string' ? jsonOrUndefined(call) : call;
  const target = isObject(value) && isObject(value['function']) ? value['function'] : value;
  if (!isObject(target) || typeof target['name'] !== 'string')
    return typeof call === 'string' ? call : JSON.stringify(call);
  const written = target['arguments'];
  const args = typeof written === 'string' ? jsonOrUndefined(written) : written;
  return JSON.stringify({ name: target['name'], arguments: args ?? written ?? {} });
}
