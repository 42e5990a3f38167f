import type { Severity } from '../../trace/model';
import type { Column } from './column';

/** What the rules noticed. */
export const findingColumns: readonly Column[] = [
  {
    id: 'findings',
    title: 'Findings',
    kind: 'list',
    family: 'findings',
    explanation: 'Ids of the rules that noticed something, each once; empty where none did.',
    shown: true,
    width: 220,
    of: ({ findings }) => {
      const ids: string[] = [];
      for (const { rule } of findings) if (!ids.includes(rule)) ids.push(rule);
      return ids;
    },
  },
  {
    id: 'finding_count',
    title: 'Number of findings',
    kind: 'integer',
    family: 'findings',
    explanation: 'Findings of all severities; a rule counts as often as it noticed something.',
    shown: false,
    width: 72,
    of: ({ findings }) => findings.length,
  },
  counted('errors', 'Errors', ['error']),
  counted('warnings', 'Warnings', ['warning']),
  counted('notes', 'Notes', ['information', 'hint']),
];

function counted(id: string, title: string, severities: readonly Severity[]): Column {
  return {
    id,
    title,
    kind: 'integer',
    family: 'findings',
    explanation: `Findings of severity ${severities.join(' or ')}.`,
    shown: false,
    width: 64,
    of: ({ findings }) => {
      let sum = 0;
      for (const { severity } of findings) if (severities.includes(severity)) sum++;
      return sum;
    },
  };
}
