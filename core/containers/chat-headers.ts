import type { Author } from '../trace/model';
import { OwnText } from './fields/own-text';
import type { JsonPath } from './fields/values';

/** A turn's header in ChatML, Llama 3 or DeepSeek-R1 form; the role is in one of the three groups. */
const HEADER =
  /<\|im_start\|>(\w+)\n?|<\|start_header_id\|>(\w+)<\|end_header_id\|>\n{0,2}|<｜(User|Assistant)｜>/g;

/** Ends of messages in the three forms. */
const END = /<\|im_end\|>|<\|eot_id\|>|<｜end▁of▁sentence｜>/;

/** Whether a text begins in the middle of the model's message, without a prompt: a message ends before one begins. */
function beginsInside(text: string): boolean {
  const end = text.search(END);
  const header = text.search(new RegExp(HEADER.source));
  return end >= 0 && header > end;
}

/**
 * Splits a text that holds chat headers by author: everything through the first assistant header is the prompt,
 * what follows an assistant header the policy's, and any other turn after that (header and all, through the next
 * assistant header) the environment's. Text without headers is the policy's. The text stands at `path` of the record,
 * from `at` on.
 */
export function splitAtHeaders(text: string, at: number, path: JsonPath | null = null): OwnText {
  const own = new OwnText();
  let by: Author = beginsInside(text) ? 'policy' : 'prompt';
  let start = 0;
  let seen = false;
  for (const header of text.matchAll(HEADER)) {
    seen = true;
    const assistant = /^assistant$/i.test(header[1] ?? header[2] ?? header[3] ?? '');
    const end = assistant ? header.index + header[0].length : header.index;
    const next: Author = assistant ? 'policy' : by === 'prompt' ? 'prompt' : 'environment';
    // An assistant header was put there by the template, like everything before it.
    if (assistant && by === 'policy') {
      own.add(text.slice(start, header.index), 'policy', path, at + start);
      own.add(text.slice(header.index, end), 'environment', path, at + header.index);
      start = end;
    } else if (next !== by) {
      own.add(text.slice(start, end), by, path, at + start);
      start = end;
    }
    by = next;
  }
  own.add(text.slice(start), seen ? by : 'policy', path, at + start);
  return own;
}
