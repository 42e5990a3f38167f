import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import { readConfig } from '../../core/config/read';
import type { ConfigProblem } from '../../core/config/yaml-text';
import type { ConfigShown } from '../../core/protocol/records';
import { visible } from '../../core/visible';
import { SOURCE } from '../diagnostics/diagnostic';
import type { Publish } from '../diagnostics/document-diagnostics';
import type { Guard } from '../host/guard';
import { pathOf } from '../host/uris';
import type { ConfigStore } from './config-store';

/** Tells what is wrong with `tracehop.yml`: as the editor shows it while it is open, else as it is on disk. */
export class ConfigProblems {
  private readonly shown = new Set<string>();

  constructor(
    private readonly configs: ConfigStore,
    private readonly publish: Publish,
    private readonly guard: Guard,
  ) {}

  /** An editor shows a file, or no longer. */
  show({ file, text, version }: ConfigShown): void {
    if (text === null) {
      this.shown.delete(file);
      this.publish(file, undefined, []);
      if (this.configs.files.includes(file)) this.look(file);
      return;
    }
    this.shown.add(file);
    this.publish(file, version, readConfig(text).problems.map(diagnosticOf));
  }

  /** Looks at the files of all folders on disk. */
  lookAtAll(): void {
    for (const file of this.configs.files) if (!this.shown.has(file)) this.look(file);
  }

  private look(file: string): void {
    this.guard.background('tracehop.yml', this.publishFromDisk(file));
  }

  private async publishFromDisk(file: string): Promise<void> {
    const { problems } = await this.configs.read(pathOf(file));
    // It was opened meanwhile: what the editor shows counts.
    if (this.shown.has(file)) return;
    this.publish(file, undefined, problems.map(diagnosticOf));
  }
}

function diagnosticOf({ message, line, column, endLine, endColumn }: ConfigProblem): Diagnostic {
  return {
    range: {
      start: { line: line - 1, character: column - 1 },
      end: { line: endLine - 1, character: endColumn - 1 },
    },
    severity: DiagnosticSeverity.Error,
    source: SOURCE,
    message: visible(message),
  };
}
