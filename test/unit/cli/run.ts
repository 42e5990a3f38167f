import { run as runProgram } from '../../../cli/program';

/** What a command printed and how it ended. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process. */
export function run(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runWith({ cwd }, ...args);
}

/** The same, with another host script than the one that was built. */
export async function runWith(
  place: { readonly cwd: string; readonly host?: string },
  ...args: readonly string[]
): Promise<Ran> {
  let out = '';
  let err = '';
  const code = await runProgram(args, {
    out: (text) => {
      out += text;
      return Promise.resolve();
    },
    err: (text) => {
      err += text;
    },
    interactive: false,
    ...place,
  });
  return { code, out, err };
}

/** The lines of NDJSON. */
export function values(out: string): Record<string, unknown>[] {
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
