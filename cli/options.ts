import { InvalidArgumentError, type Command } from 'commander';

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
