/** Rewards of rollouts, a column each. NaN stands for a number that is missing, −1 for an EM that is. */
export interface RewardChunk {
  /** Record and sample of each rollout. */
  readonly index: Uint32Array;
  readonly sample: Uint32Array;
  readonly step: Float64Array;
  readonly recorded: Float64Array;
  readonly recomputed: Float64Array;
  readonly f1: Float32Array;
  readonly em: Int8Array;
}

/** One rollout's values. */
export interface RewardValues {
  readonly index: number;
  readonly sample: number;
  readonly step: number;
  readonly recorded: number;
  readonly recomputed: number;
  readonly f1: number;
  readonly em: number;
}

/** Bytes of a rollout in all columns. */
export const ROW_BYTES = 4 + 4 + 8 + 8 + 8 + 4 + 1;

/** Columns that grow: 37 bytes a rollout, and half as much again while they do. */
export class RewardColumns implements RewardChunk {
  index = new Uint32Array();
  sample = new Uint32Array();
  step = new Float64Array();
  recorded = new Float64Array();
  recomputed = new Float64Array();
  f1 = new Float32Array();
  em = new Int8Array();
  #length = 0;

  /** Rollouts. */
  get length(): number {
    return this.#length;
  }

  /** Bytes that the columns take. */
  get bytes(): number {
    return this.em.length * ROW_BYTES;
  }

  add({ index, sample, step, recorded, recomputed, f1, em }: RewardValues): void {
    this.#reserve(this.#length + 1);
    const at = this.#length++;
    this.index[at] = index;
    this.sample[at] = sample;
    this.step[at] = step;
    this.recorded[at] = recorded;
    this.recomputed[at] = recomputed;
    this.f1[at] = f1;
    this.em[at] = em;
  }

  addAll(chunk: RewardChunk): void {
    const at = this.#length;
    this.#reserve(at + chunk.em.length);
    this.#length += chunk.em.length;
    this.index.set(chunk.index, at);
    this.sample.set(chunk.sample, at);
    this.step.set(chunk.step, at);
    this.recorded.set(chunk.recorded, at);
    this.recomputed.set(chunk.recomputed, at);
    this.f1.set(chunk.f1, at);
    this.em.set(chunk.em, at);
  }

  /** What was added since the last time, as columns of their own. */
  take(): RewardChunk {
    const chunk = this.#cut(this.#length);
    this.#length = 0;
    return chunk;
  }

  /** Gives back the room that growing left over. */
  trim(): void {
    if (this.em.length > this.#length) Object.assign(this, this.#cut(this.#length));
  }

  #reserve(length: number): void {
    if (length <= this.em.length) return;
    const room = Math.max(length, 256, Math.ceil(this.em.length * 1.5));
    const old = this.#cut(this.#length);
    this.index = new Uint32Array(room);
    this.sample = new Uint32Array(room);
    this.step = new Float64Array(room);
    this.recorded = new Float64Array(room);
    this.recomputed = new Float64Array(room);
    this.f1 = new Float32Array(room);
    this.em = new Int8Array(room);
    this.#length = 0;
    this.addAll(old);
  }

  #cut(length: number): RewardChunk {
    return {
      index: this.index.slice(0, length),
      sample: this.sample.slice(0, length),
      step: this.step.slice(0, length),
      recorded: this.recorded.slice(0, length),
      recomputed: this.recomputed.slice(0, length),
      f1: this.f1.slice(0, length),
      em: this.em.slice(0, length),
    };
  }
}
