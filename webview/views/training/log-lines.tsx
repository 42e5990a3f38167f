import { Component } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { LogLine } from './log-model';

interface LinesProps {
  readonly lines: readonly LogLine[];
  readonly search: string;
  /** Index of the line that the search is at, or null. */
  readonly hit: number | null;
  readonly follow: boolean;
}

/** The lines of a log; where a search is, its finds are marked. */
export function LogLines({ lines, search, hit, follow }: LinesProps) {
  const wanted = search.toLowerCase();
  const chosen = hit === null ? null : (lines[hit]?.at ?? null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!follow) box.current?.querySelector('.line.chosen')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, follow]);
  return (
    <div ref={box} class="lines">
      {lines.map((line) => (
        <Line key={line.at} line={line} wanted={wanted} chosen={line.at === chosen} />
      ))}
    </div>
  );
}

interface LineProps {
  readonly line: LogLine;
  readonly wanted: string;
  readonly chosen: boolean;
}

/** One line. A log has thousands, of which a piece changes few. */
class Line extends Component<LineProps> {
  override shouldComponentUpdate({ line, wanted, chosen }: LineProps): boolean {
    const { props } = this;
    return (
      line.text !== props.line.text ||
      chosen !== props.chosen ||
      (wanted !== props.wanted && [wanted, props.wanted].some((each) => has(line.text, each)))
    );
  }

  override render({ line, wanted, chosen }: LineProps) {
    if (line.isGap) return <div class="line gap">⋯ {line.text} ⋯</div>;
    return (
      <div class={`line${chosen ? ' chosen' : ''}`}>
        {has(line.text, wanted) ? marked(line.text, wanted) : line.text || '\u200b'}
      </div>
    );
  }
}

function has(text: string, wanted: string): boolean {
  return wanted !== '' && text.toLowerCase().includes(wanted);
}

function marked(text: string, wanted: string) {
  const lower = text.toLowerCase();
  // Letters whose other case is longer would shift the marks.
  if (lower.length !== text.length) return <mark>{text}</mark>;
  const parts = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), <mark>{text.slice(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
}
