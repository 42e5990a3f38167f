import * as vscode from 'vscode';
import { requests } from '../../core/protocol/server';
import type { App } from '../app';
import { jsonSelector } from './candidates';
import { toRange } from './convert';
import type { RolloutFiles } from './rollout-files';

/** Hovers inside the JSON of a record: what the server says of the place, as it does in a rollout's own view. */
export function registerRecordHover(app: App, files: RolloutFiles): void {
  app.life.add(
    vscode.languages.registerHoverProvider(jsonSelector, {
      provideHover: (document, position, token) =>
        app.report.quietly('hover', null, async () => {
          if (!(await files.readable(document))) return null;
          const { line, character } = position;
          const params = { file: document.uri.toString(), position: { line, character } };
          const hover = await app.server.request(requests.recordHover, params, token);
          return hover && new vscode.Hover(markdown(hover.markdown), toRange(hover.range));
        }),
    }),
  );
}

/** Markdown with text of a trace in it: no commands, no HTML. */
function markdown(value: string): vscode.MarkdownString {
  const string = new vscode.MarkdownString(value);
  string.isTrusted = false;
  string.supportHtml = false;
  return string;
}
