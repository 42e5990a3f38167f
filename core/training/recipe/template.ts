/** A part of a template: text as it stands, or the name of a value. */
export type TemplatePart = { readonly text: string } | { readonly name: string };

const NAME = /^(?:param\.[A-Za-z][A-Za-z0-9_]*|job\.dir|job\.id|product\.dir|host\.python)$/;

/** Cuts a template into parts; null where a `${` is not closed or holds no known name. There is no nesting. */
export function templateParts(template: string): TemplatePart[] | null {
  const parts: TemplatePart[] = [];
  let at = 0;
  for (let open = template.indexOf('${'); open >= 0; open = template.indexOf('${', at)) {
    const close = template.indexOf('}', open);
    const name = close < 0 ? '' : template.slice(open + 2, close);
    if (!NAME.test(name)) return null;
    if (open > at) parts.push({ text: template.slice(at, open) });
    parts.push({ name });
    at = close + 1;
  }
  if (at < template.length) parts.push({ text: template.slice(at) });
  return parts;
}

/** Values by name. */
export type TemplateValues = ReadonlyMap<string, string>;

/**
 * Puts values into a template: one text, never more, so that a value with blanks or quotes stays one argument. What a
 * value holds is not looked at again. Throws a RangeError for a name without a value: recipes are checked before.
 */
export function fill(template: string, values: TemplateValues): string {
  const parts = templateParts(template);
  if (!parts) throw new RangeError(`not a template: ${template}`);
  return parts
    .map((part) => {
      if ('text' in part) return part.text;
      const value = values.get(part.name);
      if (value === undefined) throw new RangeError(`no value for \${${part.name}}`);
      return value;
    })
    .join('');
}

/** The names in a template; empty for one that is broken. */
export function namesIn(template: string): string[] {
  return (templateParts(template) ?? []).flatMap((part) => ('name' in part ? [part.name] : []));
}
