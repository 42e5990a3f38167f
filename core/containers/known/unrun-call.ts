import { isObject, jsonOrUndefined } from '../../json';

const FENCE = '```';

/**
 * What a text ends on where it holds no answer: a search in tags, or calls of tools as JSON (`{"name": …,
 * "arguments": {…}}`, several in a list or one a line) that are all of the text or its last code fence. Null for others.
 */
export function unrunCall(text: string): 'a search' | 'a call of a tool' | null {
  const said = text.trimEnd();
  if (said.endsWith('</search>')) return 'a search';
  return isCalls(said.endsWith(FENCE) ? lastFence(said) : said) ? 'a call of a tool' : null;
}

/** What stands in the code fence that ends a text; empty where it has no opener on a line of its own. */
function lastFence(text: string): string {
  const close = text.length - FENCE.length;
  const open = text.lastIndexOf(FENCE, close - FENCE.length);
  const line = open < 0 ? -1 : text.indexOf('\n', open);
  return line < 0 || line > close ? '' : text.slice(line + 1, close);
}

function isCalls(text: string): boolean {
  const said = text.trim();
  if (!said.startsWith('{') && !said.startsWith('[')) return false;
  const whole = jsonOrUndefined(said);
  if (whole !== undefined)
    return isCall(whole) || (Array.isArray(whole) && whole.length > 0 && whole.every(isCall));
  return said
    .split('\n')
    .filter((line) => line.trim() !== '')
    .every((line) => isCall(jsonOrUndefined(line)));
}

/** A call flat, or below `function` as OpenAI writes it. */
function isCall(value: unknown): boolean {
  if (!isObject(value)) return false;
  const target = isObject(value['function']) ? value['function'] : value;
  return typeof target['name'] === 'string' && isObject(target['arguments']);
}
