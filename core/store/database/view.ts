import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier } from '../../host/duckdb/sql';
import type { ColumnInfo } from '../../protocol/store';
import { listSql, type SqlColumn } from '../filter/sql';
import { FILES, ROLLOUTS, type Layout } from './layout';

/** The view that people query, in the instance's own memory: its name needs no database in front. */
const VIEW = 'memory.main.rollouts';

/** Where a row stands, for registries that have no column of that name. */
const PLACE: Readonly<Record<string, string>> = {
  file: `(SELECT path FROM ${FILES} WHERE number = each.file)`,
  index: 'idx',
  sample: 'sample',
  line: 'CAST(line AS BIGINT)',
  byte_start: 'CAST(byte_start AS BIGINT)',
  byte_end: 'CAST(byte_end AS BIGINT)',
};

/** Makes the view `rollouts`: one row a rollout, with whole numbers, truth values and lists as SQL knows them. */
export async function makeView(connection: DuckDBConnection, layout: Layout): Promise<void> {
  const places = Object.entries(PLACE).filter(([id]) => !layout.byId.has(id));
  const fields = new Names();
  const list = [
    ...places.map(([id, sql]) => `${sql} AS ${fields.add(id)}`),
    ...layout.columns.flatMap((info) => {
      const column = layout.byId.get(info.id);
      return column ? [`${shownSql(info, column)} AS ${fields.add(info.id)}`] : [];
    }),
  ];
  await connection.run(
    `CREATE OR REPLACE VIEW ${VIEW} AS SELECT ${list.join(', ')} FROM ${ROLLOUTS} AS each`,
  );
}

function shownSql({ kind }: ColumnInfo, { sql }: SqlColumn): string {
  if (kind === 'integer') return `CAST(${sql} AS BIGINT)`;
  if (kind === 'flag') return `(${sql} = 1)`;
  return kind === 'list' ? `coalesce(${listSql(sql)}, [])` : sql;
}

/** Names of SQL do not tell upper from lower case, and keys of files may differ in nothing else. */
class Names {
  readonly #taken = new Set<string>();

  add(id: string): string {
    let name = id;
    for (let number = 2; this.#taken.has(name.toLowerCase()); number++) name = `${id}_${number}`;
    this.#taken.add(name.toLowerCase());
    return identifier(name);
  }
}
