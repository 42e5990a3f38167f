import { inspect } from 'node:util';

/**
 * Sends everything that any code writes by `console` to stderr, so that it can never end up between the messages on
 * stdout.
 */
export function redirectConsole(target: Console, write: (line: string) => void): void {
  const line = (...values: unknown[]): void =>
    write(`${values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ')}\n`);
  Object.assign(target, {
    log: line,
    info: line,
    debug: line,
    warn: line,
    error: line,
    trace: line,
    dir: line,
  });
}
