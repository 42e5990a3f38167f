import { LIMITS } from '../../core/protocol/bridge/limits';

/** The numbers that stand for names in a job's metric rows. */
export class MetricNames {
  readonly #numbers = new Map<string, number>();
  /** Numbers whose names the stream of events holds. */
  readonly #told = new Set<number>();

  /** The number of a name, made for a new one; null where the job has too many names, or this one is too long. */
  numberOf(name: string): number | null {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    if (this.#numbers.size >= LIMITS.metric_names || name.length > LIMITS.metric_name_length) return null;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  isTold(number: number): boolean {
    return this.#told.has(number);
  }

  /** Takes over the names of a batch that is written. */
  told(names: Readonly<Record<string, string>>): void {
    for (const [number, name] of Object.entries(names)) {
      this.#numbers.set(name, Number(number));
      this.#told.add(Number(number));
    }
  }
}
