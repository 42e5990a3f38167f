import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { TOKEN_TYPES } from '../../../core/protocol/semantic-tokens';
import { activated, ask, closeAll, example, hoverText, rolloutOf, show, until } from './support';

/** A rollout with several searches: `search-r1/one.rollout` as a file of its own, and one inside a JSONL file. */
const documents: readonly (readonly [string, () => vscode.Uri])[] = [
  ['a rollout: document', () => rolloutOf('search-r1/step_40.jsonl', 4)],
  ['a .rollout file', () => example('search-r1/one.rollout')],
];

for (const [what, uri] of documents) {
  describe(`Language features of ${what}`, () => {
    let document: vscode.TextDocument;
    /** Inside the first query of the response. */
    let query: vscode.Position;

    before(async () => {
      await activated();
      document = (await show(uri())).document;
      const response = document.getText().lastIndexOf('assistant\n');
      query = document.positionAt(document.getText().indexOf('<search> ', response) + '<search> '.length + 2);
    });
    after(closeAll);

    it('is text in its language, with real line breaks', () => {
      assert.equal(document.languageId, 'rollout');
      assert.ok(document.lineCount > 10);
      assert.ok(!document.getText().includes('\\n'));
    });

    it('hovers over a query with the documents that came back', async () => {
      const hovers = await until('hover', () =>
        ask<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, query),
      );
      const title = /Doc 1\(Title: "([^"]+)"\)/.exec(document.getText())?.[1] ?? '';
      assert.match(hoverText(hovers), new RegExp(title.split(' ')[0] ?? ''));
    });

    it('outlines the turns', async () => {
      const symbols = await until('symbols', () =>
        ask<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', document.uri),
      );
      const all = symbols.flatMap((symbol) => [symbol, ...symbol.children]);
      assert.ok(all.length >= 4, `${all.length} symbols`);
    });

    it('folds blocks of several lines', async () => {
      const ranges = await until('folding ranges', () =>
        ask<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider', document.uri),
      );
      assert.ok(ranges.some(({ start, end }) => end > start));
    });

    it('colours by kind and author', async () => {
      const legend = await until('legend', () =>
        ask<vscode.SemanticTokensLegend | undefined>(
          'vscode.provideDocumentSemanticTokensLegend',
          document.uri,
        ),
      );
      assert.deepEqual(legend.tokenTypes, [...TOKEN_TYPES]);
      const { data } = await until('tokens', () =>
        ask<vscode.SemanticTokens | undefined>('vscode.provideDocumentSemanticTokens', document.uri),
      );
      const types = new Set(Array.from(data).filter((_, index) => index % 5 === 3));
      assert.ok(types.size >= 5, `${types.size} types of tokens`);
    });

    it('hints at values beside the text', async () => {
      const whole = new vscode.Range(0, 0, document.lineCount, 0);
      await until('inlay hints', () =>
        ask<vscode.InlayHint[]>('vscode.executeInlayHintProvider', document.uri, whole),
      );
    });

    it('shows lenses at the searches', async () => {
      const lenses = await until('lenses', () =>
        ask<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 50),
      );
      assert.ok(lenses.some(({ command }) => command?.command === 'tracehop.showDocuments'));
    });

    it('goes from a query to what came back', async () => {
      const [target] = await until('definition', () =>
        ask<(vscode.Location | vscode.LocationLink)[]>(
          'vscode.executeDefinitionProvider',
          document.uri,
          query,
        ),
      );
      assert.ok(target);
      const range = 'targetRange' in target ? target.targetRange : target.range;
      assert.ok(range.start.isAfter(query));
    });

    it('finds where else the answer stands, in documents and thoughts', async () => {
      const answer = document.positionAt(
        document.getText().lastIndexOf('<answer> ') + '<answer> '.length + 1,
      );
      const places = await until('references', () =>
        ask<vscode.Location[]>('vscode.executeReferenceProvider', document.uri, answer),
      );
      assert.ok(places.some(({ range }) => range.end.isBefore(answer)));
    });
  });
}
