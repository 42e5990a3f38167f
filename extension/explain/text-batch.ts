import type { ExplainArrival } from '../../core/protocol/panels/explain';

/** Milliseconds of a frame: a page draws no more often. */
const FRAME_MS = 16;

/** Text that grows, handed on at most once a frame: the first piece at once, what follows gathered. */
export class TextBatch {
  private textSent = 0;
  private reasoningSent = 0;
  private wholeText = '';
  private wholeReasoning = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = -Infinity;

  constructor(
    private readonly run: number,
    private readonly deliver: (arrival: ExplainArrival) => void,
  ) {}

  /** All text so far, whether handed on or not. */
  get text(): string {
    return this.wholeText;
  }

  get reasoning(): string {
    return this.wholeReasoning;
  }

  addText(part: string): void {
    this.wholeText += part;
    this.schedule();
  }

  addReasoning(part: string): void {
    this.wholeReasoning += part;
    this.schedule();
  }

  /** Hands on what is left; call it when no more comes. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { text, reasoning } = this;
    if (text.length === this.textSent && reasoning.length === this.reasoningSent) return;
    const arrival = {
      run: this.run,
      text: { at: this.textSent, add: text.slice(this.textSent) },
      reasoning: { at: this.reasoningSent, add: reasoning.slice(this.reasoningSent) },
    };
    this.textSent = text.length;
    this.reasoningSent = reasoning.length;
    this.last = performance.now();
    this.deliver(arrival);
  }

  private schedule(): void {
    if (this.timer !== undefined) return;
    const wait = this.last + FRAME_MS - performance.now();
    if (wait <= 0) this.flush();
    else this.timer = setTimeout(() => this.flush(), wait);
  }
}
