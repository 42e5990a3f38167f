import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { messageOf } from '../../core/message-of';
import { describeError, type Log } from './log';
import { cancelled, isCancellation } from './signals';

/**
 * Keeps failures where they happen: a feature that throws is logged and yields its neutral value, and the others live
 * on. The same failure is logged once, since editors ask again with every keystroke.
 */
export class Guard {
  private readonly seen = new Set<string>();

  constructor(private readonly log: Log) {}

  /** Runs one feature. */
  run<T>(name: string, neutral: T, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isCancellation(error)) throw error;
      this.report(name, error);
      return neutral;
    }
  }

  /** Answers an editor's request; the editor shows nothing rather than an error for each. */
  async answer<T>(name: string, neutral: T, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isCancellation(error)) throw cancelled();
      this.report(name, error);
      return neutral;
    }
  }

  /** Answers one of the product's own requests; what is wrong goes back as a sentence. */
  async respond<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isCancellation(error)) throw cancelled();
      this.report(name, error);
      throw new ResponseError(LSPErrorCodes.RequestFailed, messageOf(error));
    }
  }

  /** For work nobody waits for. */
  background(name: string, work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!isCancellation(error)) this.report(name, error);
    });
  }

  private report(name: string, error: unknown): void {
    const key = `${name}: ${messageOf(error)}`;
    if (this.seen.has(key)) return;
    if (this.seen.size >= MOST_SEEN) this.seen.clear();
    this.seen.add(key);
    this.log.error(`${name}: ${describeError(error)}`);
  }
}

const MOST_SEEN = 200;
