import type { RefObject } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { RolloutsView } from '../../../../core/protocol/panels/rollouts';
import type { ColumnInfo, ColumnValues, Filter, SearchParams } from '../../../../core/protocol/store';
import { parseFilter } from '../../../../core/store/filter/parse';
import { announce } from '../../../base/announce';
import type { Host } from '../../../base/host';
import { counted } from '../../../base/words';
import { SearchBar } from '../search/search-bar';
import { useSearch } from '../search/use-search';
import { useSearchAgain } from '../search/use-search-again';
import { withSearch, type RolloutsState } from '../state';
import { Chips } from './chips';
import { ConditionForm, type Draft } from './condition-form';
import { conditionsOf, lineFound, lineOf, lineWhere, lineWith, lineWithout } from './conditions';
import { FilterLine } from './filter-line';
import { menuOf } from './operators';

interface FilterBarProps {
  readonly host: Host<RolloutsView>;
  readonly state: RolloutsState;
  readonly change: (part: Partial<RolloutsState>) => void;
  readonly columns: readonly ColumnInfo[];
  /** What the line says; null too where it has a fault. */
  readonly filter: Filter | null;
  /** Whether the line has a fault: it then must be repaired before anything is added. */
  readonly broken: boolean;
  /** Whether the rollouts that the line leaves did not come. */
  readonly failed: boolean;
  readonly values: (column: string, text: string, signal: AbortSignal) => Promise<ColumnValues>;
  readonly filterField: RefObject<HTMLInputElement | null>;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly onLeave: () => void;
  readonly onCopyLink: () => void;
  readonly onColumns: () => void;
  readonly onKeys: () => void;
}

/** What is asked of the rollouts: the line, its conditions one by one, and the search through their texts. */
export function FilterBar(props: FilterBarProps) {
  const { host, state, change, columns, filter, broken, failed, values } = props;
  const { filterField, searchField, onLeave } = props;
  const { text, paused, searches, group } = state;
  const [form, setForm] = useState<{ readonly at: number | null; readonly draft: Draft | null } | null>(null);
  const say = (next: string): void => change({ text: next });
  const showFound = (search: number, { text: looked, regex, matchCase }: SearchParams): void =>
    change({
      searches: withSearch(searches, { search, text: looked, regex, matchCase }),
      text: lineFound(filter, search),
    });
  const finding = useSearch(host, (found, params) => {
    announce(`${counted(found.found, 'rollout')} found.`);
    if (!broken) showFound(found.search, params);
  });
  const conditions = useMemo(() => conditionsOf(filter), [filter]);
  const search = (params: Omit<SearchParams, 'filter'>): void => {
    // What was found before is no condition of what is looked for now.
    const others = conditions.filter(({ kind }) => kind !== 'found');
    const [only] = others;
    const among: Filter | null = others.length > 1 ? { kind: 'and', of: others } : (only ?? null);
    finding.start({ ...params, filter: among });
  };
  useSearchAgain(host, conditions, searches, failed, search);
  const edit = (at: number): void => {
    const condition = conditions[at];
    const draft = condition ? menuOf(condition, columns) : null;
    if (draft) setForm({ at, draft });
    else filterField.current?.focus();
  };
  const resume = (at: number): void => {
    const line = paused[at];
    if (line === undefined) return;
    const { filter: condition, fault } = parseFilter(line, columns);
    if (fault) return announce(fault.message);
    change({
      text: condition ? lineWith(filter, condition) : text,
      paused: paused.filter((_, place) => place !== at),
    });
  };
  return (
    <div class="asks">
      <div class="lines">
        <FilterLine
          text={text}
          columns={columns}
          field={filterField}
          onText={say}
          values={values}
          onLeave={onLeave}
        />
        <SearchBar
          field={searchField}
          search={finding.search}
          onStart={search}
          onCancel={finding.cancel}
          onShow={() => {
            const { progress, params } = finding.search ?? {};
            if (progress && params && !broken) showFound(progress.search, params);
          }}
          onClear={() => {
            finding.clear();
            if (!broken) say(lineOf(conditions.filter(({ kind }) => kind !== 'found')));
          }}
          onLeave={onLeave}
        />
      </div>
      <div class="toolbar">
        <button
          type="button"
          class="plain"
          disabled={broken}
          title={broken ? 'Repair the filter line first' : undefined}
          onClick={() => setForm({ at: null, draft: null })}
        >
          + Condition
        </button>
        <Chips
          filter={filter}
          paused={paused}
          searches={new Map(searches.map((each) => [each.search, each.text]))}
          onRemove={(at) => say(lineWithout(filter, at))}
          onPause={(at) => {
            const condition = conditions[at];
            if (condition)
              change({ text: lineWithout(filter, at), paused: [...paused, lineOf([condition])] });
          }}
          onEdit={edit}
          onResume={resume}
          onForget={(at) => change({ paused: paused.filter((_, place) => place !== at) })}
        />
        <span class="gap" />
        <button
          type="button"
          class="plain"
          aria-pressed={group !== null}
          onClick={() =>
            change({ group: group ? null : { by: 'question', order: 'rollouts', descending: true } })
          }
        >
          Groups
        </button>
        <button type="button" class="plain" onClick={props.onColumns}>
          Columns
        </button>
        <button
          type="button"
          class="plain"
          title="Put a link to these rollouts on the clipboard"
          onClick={props.onCopyLink}
        >
          Copy Link
        </button>
        <button type="button" class="plain" aria-label="Keys" title="Keys (?)" onClick={props.onKeys}>
          ?
        </button>
      </div>
      {form ? (
        <ConditionForm
          columns={columns}
          draft={form.draft}
          values={values}
          onApply={(condition) =>
            say(form.at === null ? lineWith(filter, condition) : lineWhere(filter, form.at, condition))
          }
          onClose={() => setForm(null)}
        />
      ) : null}
    </div>
  );
}
