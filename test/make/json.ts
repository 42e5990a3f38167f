/** A number that Python holds as a float and prints with a fraction: `1.0`. */
export class PythonFloat {
  constructor(readonly value: number) {}
}

export type PythonValue =
  string | number | boolean | PythonFloat | readonly PythonValue[] | { readonly [key: string]: PythonValue };

/** What `json.dumps(value, ensure_ascii=False)` prints. */
export function pythonJson(value: PythonValue): string {
  if (value instanceof PythonFloat) return floatText(value.value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: PythonValue) => pythonJson(item)).join(', ')}]`;
  const entries = Object.entries(value as Record<string, PythonValue>);
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}: ${pythonJson(item)}`).join(', ')}}`;
}

/** What `ujson.dumps(value, ensure_ascii=False)` prints: no blanks, and every slash escaped. */
export function ujson(value: PythonValue): string {
  if (value instanceof PythonFloat) return floatText(value.value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return JSON.stringify(value).replaceAll('/', '\\/');
  if (Array.isArray(value)) return `[${value.map((item: PythonValue) => ujson(item)).join(',')}]`;
  const entries = Object.entries(value as Record<string, PythonValue>);
  return `{${entries.map(([key, item]) => `${ujson(key)}:${ujson(item)}`).join(',')}}`;
}

const floatText = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));
