import { useState } from 'preact/hooks';
import type { CutText } from '../../../../core/protocol/rollout-detail';
import { whole } from '../../../base/words';
import { opening, OPENING } from './opening';

interface LongTextProps {
  readonly text: CutText;
  /** Own-text offset of what it is, for revealing it in the file. */
  readonly offset?: number;
}

/** A text of a trace: a long one is closed at first, and one that was cut says so. */
export function LongText({ text: { text, length }, offset }: LongTextProps) {
  const [open, setOpen] = useState(false);
  const cut = text.length < length;
  if (text.length <= OPENING && !cut) return <p class="trace">{text}</p>;
  return (
    <details open={open} data-offset={offset} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="trace">{open ? '' : `${opening(text)}… `}</span>
        <span class="quiet">{whole(length)} characters</span>
      </summary>
      {open ? <p class="trace">{text}</p> : null}
      {open && cut ? (
        <p class="quiet">
          The first {whole(text.length)} of {whole(length)} characters. “Open as Text” shows all of it.
        </p>
      ) : null}
    </details>
  );
}
