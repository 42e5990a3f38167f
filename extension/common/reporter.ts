import * as vscode from 'vscode';
import { UserError, describeError, isCancellation } from './errors';
import { linkless } from './linkless';

/** The one place where errors end: they are logged, and only what a user asked for and did not get is shown. */
export class Reporter {
  constructor(
    private readonly log: vscode.LogOutputChannel,
    private readonly showLog: () => void,
  ) {}

  /** Runs what a user asked for. Errors are shown in one short notice; its result is undefined then. */
  async command<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.failed(name, error);
      return undefined;
    }
  }

  /** Runs what nobody asked for in so many words (a hover, a lens): errors go to the log and nowhere else. */
  async quietly<T>(name: string, fallback: T, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.background(name, error);
      return fallback;
    }
  }

  /** Starts work whose end nobody waits for. */
  start(name: string, work: () => PromiseLike<unknown>): void {
    void this.quietly(name, undefined, async () => void (await work()));
  }

  private background(name: string, error: unknown): void {
    if (isCancellation(error)) return;
    if (error instanceof UserError) this.log.debug(`${name}: ${error.full}`);
    else this.log.error(`${name}: ${describeError(error)}`);
  }

  private failed(name: string, error: unknown): void {
    if (isCancellation(error)) return;
    if (error instanceof UserError) {
      this.log.warn(`${name}: ${error.full}`);
      this.notice(error.message);
      return;
    }
    this.log.error(`${name}: ${describeError(error)}`);
    this.notice(vscode.l10n.t('{0} did not work. The log says why.', name));
  }

  private notice(message: string): void {
    const action = vscode.l10n.t('Show Log');
    this.start('notice', async () => {
      if ((await vscode.window.showWarningMessage(linkless(message), action)) === action) this.showLog();
    });
  }
}
