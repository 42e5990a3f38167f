import { InvalidArgumentError, type Command } from 'commander';
import { parseFields, type FieldMap } from '../core/containers/fields/field-map';
import { sentence } from '../core/words';

/** A whole number from 0, as options take it. */
export function wholeNumber(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

/** A whole number from 1, as options take it. */
export function fromOne(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(value);
}

/** Names in a list with commas. */
export function namesOf(value: string): string[] {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError('It must be one name, or several with commas.');
  return names;
}

/** Adds the options by which a command knows what to search. */
export function searching(command: Command): Command {
  return command
    .requiredOption('--index <file>', 'the index to search, as `tracehop index` built it')
    .requiredOption('--engine <id>', 'how to search it: bm25');
}

/** A role and its path, in a list with commas; commas in quotes belong to the path. */
const FIELD = /\s*([a-z]+)=((?:"(?:[^"\\]|\\.)*"|[^,"])*)(?:,|$)/gsy;

/** A field map as an option: `text=choices[0].text,question=q`. */
export function fieldMap(value: string): FieldMap {
  const written: Record<string, string> = {};
  let read = 0;
  for (const [whole, role = '', path = ''] of value.matchAll(FIELD)) {
    written[role] = path.trim();
    read += whole.length;
  }
  if (read < value.length) throw new InvalidArgumentError('It must look like text=answer,question=meta.q.');
  const map = parseFields(written);
  if (typeof map === 'string') throw new InvalidArgumentError(sentence(map));
  return map;
}
