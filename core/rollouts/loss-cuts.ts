import { endsWithBareHeader } from '../reward/search-r1-structure';
import type { Rollout } from '../trace/model';
import { lineOf, shareOf, type LossLine, type LossUnit } from './loss-tally';
import type { Entry } from './rollout-file';

/** What verl puts into a tool's response that is longer than `max_tool_response_length` (256 characters). */
const VERL_CUT = '(truncated)';

interface Cut {
  count: number;
  readonly what: string;
  readonly unit: LossUnit;
  readonly said: string;
}

/** Counts what was cut off on the way into the log. */
export class Cuts {
  readonly #torn = cut('torn records', 'record', 'the record is torn: its writer was killed mid-write');
  readonly #bytes = cut('invalid bytes', 'record', 'bytes that are not UTF-8 are shown as U+FFFD');
  readonly #truncated = cut('truncated text', 'rollout', 'text stops at a token limit');
  readonly #tools = cut('tool responses', 'rollout', 'tool responses were cut (`...(truncated)`)');

  readonly #special = cut('special tokens', 'rollout', 'special tokens were skipped while writing');

  addRecord({ record, fault }: Entry): void {
    if (fault?.torn === true) this.#torn.count++;
    if (record.invalidByte !== null) this.#bytes.count++;
  }

  addRollout({ anomalies, segments, text }: Rollout): void {
    const cuts = anomalies.filter(({ kind }) => kind === 'truncated');
    const tools = cuts.filter(({ start, end }) => text.slice(start, end).includes(VERL_CUT));
    if (tools.length > 0) this.#tools.count++;
    if (cuts.length > tools.length) this.#truncated.count++;
    const [first] = segments;
    if (first?.by === 'prompt' && endsWithBareHeader(text, first.end)) this.#special.count++;
  }

  /** What was cut, but for what containers `said` themselves. */
  lines(records: number, rollouts: number, said: readonly LossLine[]): LossLine[] {
    return [this.#torn, this.#bytes, this.#truncated, this.#tools, this.#special]
      .filter(({ count, what }) => count > 0 && !said.some((line) => line.what.includes(what)))
      .map(({ count, what, unit, said }) => {
        const of = unit === 'record' ? records : rollouts;
        return lineOf('cut', what, { count, of, unit }, `${said} in ${shareOf(count, of, unit)}`);
      });
  }
}

function cut(what: string, unit: LossUnit, said: string): Cut {
  return { count: 0, what, unit, said };
}
