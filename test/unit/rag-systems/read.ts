import type { Rollout } from '../../../core/trace/model';
import { entriesOf, opened } from '../rollouts/opened';

/** What a file was taken for, and everything in it. */
export interface ReadFile {
  readonly container: string;
  readonly holds: string;
  readonly dialect: string;
  readonly rollouts: readonly Rollout[];
  readonly faults: readonly string[];
  readonly empty: readonly string[];
  readonly losses: readonly string[];
}

export async function readAs(name: string, content: string): Promise<ReadFile> {
  const file = await opened(name, content);
  const entries = await entriesOf(file);
  return {
    container: file.container.chosen.id,
    holds: file.container.chosen.holds,
    dialect: file.dialect.chosen.id,
    rollouts: entries.flatMap(({ rollouts }) => rollouts),
    faults: entries.flatMap(({ fault }) => (fault ? [fault.message] : [])),
    empty: entries.flatMap(({ withoutText }) => (withoutText === null ? [] : [withoutText])),
    losses: [
      ...new Set(entries.flatMap(({ losses }) => (losses ?? []).map(({ kind, what }) => `${kind}: ${what}`))),
    ],
  };
}

/** The rollout in short: what was asked, searched, found and answered. */
export function shortly({ question, golds, answer, turns }: Rollout): {
  readonly question: string | null;
  readonly golds: readonly string[];
  readonly answer: string | null;
  readonly searches: readonly {
    readonly query: string | null;
    readonly titles: readonly (string | null)[];
  }[];
} {
  return {
    question,
    golds,
    answer: answer?.text ?? null,
    searches: turns
      .filter(({ searches }) => searches.length > 0)
      .map(({ queries, documents }) => ({
        query: queries[0]?.text ?? null,
        titles: documents.map(({ title }) => title),
      })),
  };
}
