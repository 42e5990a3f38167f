import { blocks, read, section } from '../../docs/pages';

/** The example of a format's page, and the name that its file must have; the page's tests hold it to its container. */
export function exampleOf(id: string): { readonly name: string; readonly text: string } {
  const page = read(`docs/formats/${id}.md`);
  const { language, text } = blocks(page).at(-1) ?? { language: '', text: '' };
  const name = /^`([^`\n]+)`:\n\n```/m.exec(section(`${page}\n`, '## Example'))?.[1];
  return { name: name ?? `${id}.${language === 'text' ? 'txt' : language}`, text };
}

/** The first record of a format's example: the first line, element, or the whole value. */
export function recordOf(id: string): unknown {
  const { name, text } = exampleOf(id);
  const value: unknown = JSON.parse(name.endsWith('.jsonl') ? (text.split('\n')[0] ?? '') : text);
  return Array.isArray(value) ? value[0] : value;
}

/** The first record of an example that is one object of records. */
export function memberOf(id: string): unknown {
  const value = recordOf(id);
  return typeof value === 'object' && value !== null ? Object.values(value)[0] : null;
}
