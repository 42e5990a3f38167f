import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { ViewName } from '../../core/protocol/panels/page';

/**
 * The document of a panel. Nothing loads but our one script and our one style sheet: no inline script or style, no
 * images, no network. Trace text only ever becomes text nodes.
 */
export function pageHtml(webview: vscode.Webview, dist: vscode.Uri, view: ViewName, title: string): string {
  const nonce = randomBytes(16).toString('base64');
  const script = webview.asWebviewUri(vscode.Uri.joinPath(dist, 'pages', `${view}.js`)).toString();
  const style = webview.asWebviewUri(vscode.Uri.joinPath(dist, 'pages', `${view}.css`)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="stylesheet" href="${escape(style)}">
</head>
<body data-view="${view}">
<div id="page"></div>
<script nonce="${nonce}" src="${escape(script)}"></script>
</body>
</html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
