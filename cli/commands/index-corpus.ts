import type { Command } from 'commander';
import { count } from '../../core/findings/words';
import type { Built } from '../../core/retrieval/protocol';
import { withHost } from '../host';
import type { ExitCode, Io } from '../io';
import { namesOf } from '../options';
import { Progress } from '../progress';
import { shownPath } from '../walk';

interface IndexOptions {
  readonly out: string;
  readonly engines: string[];
}

/** Broken records that are told. */
const TOLD = 5;

const HELP = `
A corpus is JSON or JSON Lines: {title, text}, {id, contents}, {title, paragraph_text}, or one object of titles.
Stopped by Ctrl+C or otherwise, the same command goes on where it was.

Examples:
  tracehop index examples/corpus/passages.jsonl --out corpus.index
  tracehop index wiki-1.jsonl wiki-2.jsonl --out wiki.index`;

export function addIndex(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('index')
    .description('build an index over corpora, for retrieve, evaluate and replay')
    .argument('<corpus...>', 'files of passages, in the order of their documents')
    .requiredOption('--out <file>', 'the index to build; it is replaced when the new one is whole')
    .option('--engines <list>', 'what to build it for, with commas', namesOf, ['bm25'])
    .addHelpText('after', HELP)
    .action(async (corpora: string[], options: IndexOptions) => end(await index(io, corpora, options)));
}

async function index(io: Io, corpora: readonly string[], { out, engines }: IndexOptions): Promise<ExitCode> {
  const path = shownPath(out, io.cwd);
  const stopped = `stopped; the same command goes on where it was (${path}.building holds what is done)`;
  return withHost(io, { stopped, badIndex: 1 }, async ({ retrieval, signal }) => {
    let bar: Progress | null = null;
    const begun = performance.now();
    try {
      const built = await retrieval.build(
        { corpora, out, engines },
        (progress) => {
          const { phase, done, total } = progress;
          bar ??= new Progress(io, path, total);
          if (phase === 'reading') bar.update(done, progress);
          else bar.note('sorting');
        },
        signal,
      );
      endBar(bar);
      io.err(summary(path, built, (performance.now() - begun) / 1000));
      return 0;
    } finally {
      endBar(bar);
    }
  });
}

/** A function, since TypeScript does not see that the callback assigns the bar. */
function endBar(bar: Progress | null): void {
  bar?.end();
}

function summary(path: string, { index, upToDate, resumed }: Built, seconds: number): string {
  const { documents, broken, faults } = index;
  const lines = faults
    .slice(0, TOLD)
    .map((fault) => `${fault.path}:${fault.line}: left out: ${fault.message}`);
  if (broken > lines.length) lines.push(`and ${count(broken - lines.length, 'more broken record')}`);
  const how = upToDate
    ? 'up to date'
    : `built in ${seconds.toFixed(1)} s${resumed > 0 ? `, going on after ${resumed}` : ''}`;
  const left = broken > 0 ? `, ${count(broken, 'broken record')} left out` : '';
  lines.push(`${path}: ${count(documents, 'passage')}${left}; ${how}`);
  return `${lines.join('\n')}\n`;
}
