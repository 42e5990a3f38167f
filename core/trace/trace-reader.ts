import type { Anomaly, Answer, TextPart, Trace } from './model';
import type { OpenTurn } from './open-turn';
import { SegmentList } from './segments';

/** What parsers that read a text from start to end gather: a dialect's own is a class made from it, used once. */
export abstract class TraceReader<T extends OpenTurn = OpenTurn> {
  protected readonly list = new SegmentList();
  protected readonly turns: T[] = [];
  protected readonly anomalies: Anomaly[] = [];

  constructor(
    protected readonly text: string,
    protected readonly parts: readonly TextPart[],
  ) {}

  /** What was gathered; what is left of the text is the policy's. */
  protected trace(answer: Answer | null): Trace {
    const { text, list, turns, anomalies } = this;
    list.fill(text.length, 'policy');
    return { segments: list.segments, turns, answer, anomalies, promptAnswers: [] };
  }
}
