import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RolloutsView } from '../../../core/protocol/panels/rollouts';
import type { RolloutAddress } from '../../../core/protocol/rollout-uri';
import type { StoreView } from '../../../core/protocol/store';
import type { Host } from '../../base/host';
import type { RolloutsState } from './state';
import type { TableRow } from './table/page-cache';
import type { RowSource } from './table/row-source';
import type { TableHandle } from './table/grid';
import { isSame } from './table/table';

interface ActiveProps {
  readonly host: Host<RolloutsView>;
  readonly source: RowSource;
  /** Changes whenever rows came. */
  readonly version: number;
  readonly table: RefObject<TableHandle | null>;
  readonly state: RolloutsState;
  readonly change: (part: Partial<RolloutsState>) => void;
  /** Whether the active rollout was just asked for, so that it must come in sight. */
  readonly asked: boolean;
}

/** The active row, kept with its rollout wherever that stands when the order of the rows changes. */
export interface Active {
  readonly position: number | null;
  readonly choose: (position: number) => void;
  /** Makes a row active and shows it beside the table, at once or when it was read. */
  readonly open: (position: number) => void;
  /** Makes a rollout active and brings it in sight; shows it beside the table whether or not it is listed. */
  readonly goTo: (rollout: RolloutAddress) => void;
  /** The next order is to be followed to its end. */
  readonly followEnd: () => void;
}

export function useActive({ host, source, version, table, state, change, asked }: ActiveProps): Active {
  // A position means nothing in another order than the one it was chosen in.
  const [held, setHeld] = useState<{ readonly at: number; readonly snapshot: string | null } | null>(null);
  const opening = useRef<number | null>(null);
  const toEnd = useRef(false);
  /** Whether the active rollout is to come in sight as soon as it is found: it may not have been read yet. */
  const showing = useRef(asked);
  /** Row that an earlier page had at the upper edge, until so many are read: the end is followed till then. */
  const restoring = useRef<number | null>(null);
  const before = useRef<{ readonly snapshot: string | null; readonly view: StoreView } | null>(null);
  /** The first row in sight, as of the last drawing. */
  const anchor = useRef<{ readonly row: TableRow; readonly at: number; readonly pixels: number } | null>(
    null,
  );
  const latest = useRef(state);
  latest.current = state;
  const { snapshot, view } = source;
  const position = held?.snapshot === snapshot ? held.at : null;

  const locate = (rollout: RolloutAddress, then: (at: number | null) => void): void => {
    const { snapshot: within } = source;
    if (within === null) return;
    const { file, index, sample } = rollout;
    host.channel.call('rollouts/locate', { snapshot: within, file, index, sample }).then(
      (at) => {
        if (source.snapshot === within) then(at);
      },
      // A rollout that is not found is not in sight: the table stays where it is.
      () => undefined,
    );
  };

  useLayoutEffect(() => {
    if (snapshot === null) return;
    const last = before.current;
    before.current = { snapshot, view };
    const { rollout } = latest.current;
    if (last === null) restoring.current = latest.current.row;
    const restored = restoring.current;
    if (restored !== null && (last === null || toEnd.current)) {
      table.current?.put(restored);
      if (source.rows > restored || !source.reading) restoring.current = null;
      toEnd.current = false;
    } else if (last !== null && last.view !== view) table.current?.put(0);
    else if (toEnd.current) table.current?.end();
    else if (anchor.current && !holds(source, anchor.current.at, anchor.current.row)) {
      const { row, pixels } = anchor.current;
      locate(row, (at) => {
        if (at !== null) table.current?.put(at, pixels);
      });
    }
    toEnd.current = false;
    if (rollout === null) return;
    if (held !== null && holds(source, held.at, rollout)) {
      setHeld({ ...held, snapshot });
      return;
    }
    locate(rollout, (at) => {
      if (at !== null) setHeld((now) => (now?.snapshot === snapshot ? now : { at, snapshot }));
      if (!showing.current || at === null) return;
      showing.current = false;
      table.current?.show(at);
    });
  }, [source, snapshot, view]);

  useEffect(() => {
    const place = table.current?.place();
    const row = place && source.row(place.row);
    if (row) anchor.current = { row, at: place.row, pixels: place.pixels };
  });

  // A row that was chosen before it was read becomes a rollout as soon as it is.
  useEffect(() => {
    const row = position === null ? undefined : source.row(position);
    if (!row) return;
    const { file, index, sample } = row;
    const { rollout, opened } = latest.current;
    if (!rollout || !isSame(row, rollout)) change({ rollout: { file, index, sample } });
    if (opening.current !== position) return;
    opening.current = null;
    if (!opened || !isSame(row, opened)) change({ opened: { file, index, sample } });
  }, [position, version]);

  const choose = (at: number): void => {
    showing.current = false;
    restoring.current = null;
    setHeld({ at, snapshot: source.snapshot });
    table.current?.show(at);
  };
  return {
    position,
    choose,
    open: (at) => {
      opening.current = at;
      choose(at);
      const row = source.row(at);
      if (!row) return;
      const { file, index, sample } = row;
      opening.current = null;
      change({ rollout: { file, index, sample }, opened: { file, index, sample } });
    },
    goTo: (rollout) => {
      showing.current = true;
      change({ rollout, opened: rollout });
      locate(rollout, (at) => {
        setHeld(at === null ? null : { at, snapshot: source.snapshot });
        if (at === null) return;
        showing.current = false;
        table.current?.show(at);
      });
    },
    followEnd: () => (toEnd.current = true),
  };
}

function holds(source: RowSource, position: number, rollout: RolloutAddress): boolean {
  const row = source.row(position);
  return row !== undefined && isSame(row, rollout);
}
