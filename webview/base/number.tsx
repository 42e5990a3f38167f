import { shown } from '../chart/series';

interface NumberProps {
  readonly value: number | null;
  /** Why there is none. */
  readonly absent: string;
  /** What the whole number is, where what is shown is rounded. */
  readonly title?: string;
}

/** A number as tables and lists show it; a dash with a reason where there is none. */
export function Num({ value, absent, title }: NumberProps) {
  if (value === null) {
    return (
      <span title={absent}>
        <span aria-hidden="true">–</span>
        <span class="sr-only">none</span>
      </span>
    );
  }
  return <span title={title ?? String(value)}>{shown(value)}</span>;
}
