import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { LogPiece, TrainingView } from '../../../core/protocol/panels/training';
import { announce } from '../../base/announce';
import { messageOf } from '../../../core/message-of';
import type { Host } from '../../base/host';
import type { ValueElement } from '../../ui';
import { LogLines } from './log-lines';
import {
  allLines,
  appended,
  emptyLog,
  found,
  MOST_LINES,
  prepended,
  startOf,
  type LogModel,
} from './log-model';

interface LogProps {
  readonly host: Host<TrainingView>;
  readonly over: boolean;
}

/** Bytes of the log's end that are read at first, and those that are read before on demand. */
const TAIL = 128 * 1024;
const OLDER = 128 * 1024;

/** Pixels from the end within which the log counts as read to its end. */
const NEAR_END = 24;

/** The log as it comes. It follows the end until the reader scrolls up. */
export function Log({ host, over }: LogProps) {
  const [log, setLog] = useState<LogModel>(emptyLog);
  const [follow, setFollow] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const top = useRef(0);
  const following = useRef(follow);
  following.current = follow;

  useEffect(() => {
    const own = new AbortController();
    // Pieces that come at once are drawn at once.
    let waiting: LogPiece[] = [];
    let frame = 0;
    const draw = (): void => {
      const pieces = waiting;
      waiting = [];
      frame = 0;
      setLog((before) => pieces.reduce((model, piece) => appended(model, piece, following.current), before));
    };
    host.channel
      .call(
        'training/log',
        { offset: -TAIL },
        {
          signal: own.signal,
          timeout: Infinity,
          onProgress: (piece) => {
            waiting.push(piece);
            frame ||= requestAnimationFrame(draw);
          },
        },
      )
      .catch((error: unknown) => {
        if (!own.signal.aborted) setFailure(messageOf(error));
      });
    return () => {
      own.abort();
      cancelAnimationFrame(frame);
    };
  }, [host]);

  const lines = useMemo(() => allLines(log), [log]);
  const hits = useMemo(() => found(lines, search), [lines, search]);
  const start = startOf(log);

  const toEnd = (): void => {
    if (following.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  useEffect(toEnd, [lines, follow]);
  useEffect(() => {
    // What else appears on the page changes the room for the log.
    const resized = new ResizeObserver(toEnd);
    if (box.current) resized.observe(box.current);
    return () => resized.disconnect();
  }, []);

  const older = (): void => {
    const from = Math.max(0, start - OLDER);
    setFollow(false);
    host.channel.call('training/logRange', { offset: from, length: start - from }).then(
      (pieces) => {
        const before = box.current?.scrollHeight ?? 0;
        const bytes = joined(pieces);
        setLog((now) => (startOf(now) === start ? prepended(now, from, bytes) : now));
        // What was in sight stays in sight.
        requestAnimationFrame(() => {
          if (box.current) box.current.scrollTop += box.current.scrollHeight - before;
        });
      },
      (error: unknown) => setFailure(messageOf(error)),
    );
  };
  const step = (by: number): void => {
    if (hits.length === 0) return;
    const next = (at + by + hits.length) % hits.length;
    setAt(next);
    setFollow(false);
    announce(`${next + 1} of ${hits.length}: ${lines[hits[next] ?? 0]?.text ?? ''}`);
  };

  return (
    <section aria-label="Log" class="log-part">
      <div class="toolbar">
        <h2>Log</h2>
        <vscode-text-field
          class="search"
          placeholder="Search the log"
          aria-label="Search the log"
          value={search}
          onInput={(event) => {
            setSearch((event.currentTarget as unknown as ValueElement).value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
          }}
        />
        {search === '' ? null : (
          <>
            <span class="quiet hits" role="status">
              {hits.length === 0 ? 'Nothing found' : `${Math.min(at, hits.length - 1) + 1} of ${hits.length}`}
            </span>
            <vscode-button appearance="secondary" disabled={hits.length === 0} onClick={() => step(-1)}>
              Previous
            </vscode-button>
            <vscode-button appearance="secondary" disabled={hits.length === 0} onClick={() => step(1)}>
              Next
            </vscode-button>
          </>
        )}
        <span class="grow" />
        {follow ? (
          <span class="quiet">{over ? 'At the end' : 'Following the end'}</span>
        ) : (
          <vscode-button appearance="secondary" onClick={() => setFollow(true)}>
            {over ? 'Go to End' : 'Follow the End'}
          </vscode-button>
        )}
      </div>
      {failure === null ? null : (
        <p class="fault" role="alert">
          {failure}
        </p>
      )}
      <div
        ref={box}
        class="log"
        role="log"
        aria-live="off"
        aria-label="Log of the job"
        tabIndex={0}
        onScroll={(event) => {
          const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
          const isUp = scrollTop < top.current;
          top.current = scrollTop;
          // Lines that are added below move the end away too: only a step up leaves it.
          if (scrollHeight - scrollTop - clientHeight < NEAR_END) setFollow(true);
          else if (isUp) setFollow(false);
        }}
      >
        {start > 0 ? (
          <p class="earlier">
            {lines.length >= MOST_LINES ? (
              <span class="quiet">Open Log shows what comes before.</span>
            ) : (
              <button type="button" class="link" onClick={older}>
                Show earlier lines
              </button>
            )}
          </p>
        ) : null}
        {lines.length === 0 ? (
          <p class="quiet">{over ? 'The job wrote nothing.' : 'Nothing yet.'}</p>
        ) : (
          <LogLines
            lines={lines}
            search={search}
            hit={hits[Math.min(at, hits.length - 1)] ?? null}
            follow={follow}
          />
        )}
      </div>
    </section>
  );
}

function joined(pieces: readonly LogPiece[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  for (const { bytes } of pieces) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}
