import fc from 'fast-check';
import type { DocumentSymbol } from 'vscode-languageserver/node';
import { describe, expect, it } from 'vitest';
import { dialects } from '../../../core/trace/dialects';
import type { Dialect } from '../../../core/trace/dialect';
import { lensCommand } from '../../../language-server/features/code-lens';
import { definitions } from '../../../language-server/features/definition';
import { folding } from '../../../language-server/features/folding';
import { hovers } from '../../../language-server/features/hover';
import { NOTHING_ELSEWHERE } from '../../../language-server/features/hover/content';
import { turnHints } from '../../../language-server/features/inlay-hints';
import { outline } from '../../../language-server/features/outline';
import { answerReferences } from '../../../language-server/features/references';
import { encodeTokens, placedTokens } from '../../../language-server/features/token-encoding';
import { LineMap } from '../../../language-server/places/line-map';
import { PlacedRollout } from '../../../language-server/places/placed-rollout';
import { wholeTextPlaces } from '../../../language-server/places/text-places';
import { decodeTokens, faultsOf } from './tokens';

const words = [
  'Melka',
  ' ',
  '\n',
  '\r\n',
  'the river',
  'Doc 1(Title: "A") Melka\n',
  'Doc 2(Title: B) x',
  '(1)A   b\n',
  '😀',
  '"',
  '{}',
];

function soupOf(dialect: Dialect): fc.Arbitrary<string> {
  const tags = dialect.tags.flatMap(({ open, close }) => (close === null ? [open] : [open, close]));
  return fc.array(fc.constantFrom(...tags, ...words), { maxLength: 40 }).map((parts) => parts.join(''));
}

function place(dialect: Dialect, text: string): PlacedRollout {
  const parts =
    text === '' ? [] : [{ start: 0, end: text.length, by: 'policy', path: null, rendered: false } as const];
  const rollout = {
    ...dialect.parse(text, parts),
    ...{ id: 'a#0', file: 'a', index: 0, sample: 0, question: null, golds: ['Melka', 'the'], text, parts },
    ...{ recorded: {}, container: 'plain-text', dialect: dialect.id, findings: [] },
  };
  return new PlacedRollout(rollout, wholeTextPlaces(new LineMap(text), text.length), null);
}

function found<Item>(items: Iterable<Item | null>): Item[] {
  return [...items].filter((item) => item !== null);
}

/** Symbols whose children reach out of them, or whose names are blank. */
function badSymbols(symbols: readonly DocumentSymbol[]): string[] {
  return symbols.flatMap(({ name, range, children = [] }) => [
    ...(name.trim() === '' ? ['blank name'] : []),
    ...children
      .filter((child) => before(child.range.start, range.start) || before(range.end, child.range.end))
      .map((child) => `${child.name} leaves ${name}`),
    ...badSymbols(children),
  ]);
}

function before(
  left: { line: number; character: number },
  right: { line: number; character: number },
): boolean {
  return left.line < right.line || (left.line === right.line && left.character < right.character);
}

const everything = { start: { line: 0, character: 0 }, end: { line: 1e9, character: 0 } };

describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))(
  'any soup of tags of %s',
  (_id, dialect) => {
    it('has sound tokens, folds, symbols, hints and lenses', () => {
      fc.assert(
        fc.property(soupOf(dialect), (text) => {
          const placed = place(dialect, text);
          const tokens = encodeTokens(found(placedTokens(null).of(placed)));
          expect(faultsOf(decodeTokens(tokens), text)).toEqual([]);
          const { lineCount } = new LineMap(text);
          for (const { startLine, endLine } of found(folding.of(placed))) {
            expect(startLine).toBeLessThan(endLine);
            expect(endLine).toBeLessThan(lineCount);
          }
          expect(badSymbols(found(outline.of(placed)))).toEqual([]);
          expect(found(turnHints(everything).of(placed))).toHaveLength(placed.rollout.turns.length);
          for (const { range } of placed.searches) {
            const command = lensCommand(placed, { uri: 'a', offset: range.start, rollout: 0 }, undefined);
            expect(command?.title).toMatch(/document|result/);
          }
        }),
        { numRuns: 200 },
      );
    });

    it('can be asked about anywhere', () => {
      fc.assert(
        fc.property(soupOf(dialect), fc.nat(300), (text, at) => {
          const placed = place(dialect, text);
          const offset = Math.min(at, text.length);
          for (const hover of hovers) {
            const range = hover.at(placed, offset, NOTHING_ELSEWHERE)?.range;
            if (range) expect(range.start <= offset && offset < range.end).toBe(true);
          }
          for (const definition of definitions) {
            const found = definition.at(placed, offset, undefined);
            if (found) expect(found.selection.start).toBeGreaterThanOrEqual(found.target.start);
            if (found) expect(found.selection.end).toBeLessThanOrEqual(found.target.end);
          }
          const references = answerReferences.at(placed, offset, { includeDeclaration: true });
          if (references)
            expect(references.map(({ start }) => start)).toEqual(
              references.map(({ start }) => start).toSorted((a, b) => a - b),
            );
        }),
        { numRuns: 200 },
      );
    });
  },
);
