import type { ColumnInfo, ColumnKind } from '../../../../core/protocol/store';

const column = (id: string, kind: ColumnKind): ColumnInfo => ({
  id,
  title: id,
  kind,
  family: 'identity',
  explanation: `The ${id}.`,
  shown: true,
  width: 80,
});

/** Columns of every kind, some of which have names that need quotes. */
export const FILTER_COLUMNS: readonly ColumnInfo[] = [
  column('step', 'integer'),
  column('searches', 'integer'),
  column('documents', 'integer'),
  column('score', 'number'),
  column('question', 'text'),
  column('answer', 'text'),
  column('em', 'flag'),
  column('findings', 'list'),
  column('recorded.acc', 'number'),
  column('recorded.my key', 'text'),
  column('recorded.tick`s', 'number'),
  column('true', 'number'),
  column('recorded.f1-score', 'number'),
];
