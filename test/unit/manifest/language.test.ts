import { describe, expect, it } from 'vitest';
import { TOKEN_MODIFIERS, TOKEN_TYPES } from '../../../core/protocol/semantic-tokens';
import { dialects } from '../../../core/trace/dialects';
import { manifest, read } from './manifest';

const { languages, grammars, semanticTokenTypes, semanticTokenModifiers, semanticTokenScopes } =
  manifest.contributes;

interface LanguageConfiguration {
  readonly brackets: readonly (readonly [string, string])[];
  readonly wordPattern: string;
  readonly folding: { readonly markers: { readonly start: string; readonly end: string } };
}

const configuration = JSON.parse(read('language-configuration.json')) as LanguageConfiguration;

describe('the language rollout', () => {
  it('is the only one, and has a grammar', () => {
    expect(languages.map(({ id }) => id)).toEqual(['rollout']);
    expect(languages[0]?.extensions).toEqual(['.rollout', '.rollout.txt']);
    expect(grammars).toEqual([expect.objectContaining({ language: 'rollout', scopeName: 'text.rollout' })]);
  });

  it('declares the token types and modifiers of the server', () => {
    expect(semanticTokenTypes.map(({ id }) => id)).toEqual([...TOKEN_TYPES]);
    expect(semanticTokenModifiers.map(({ id }) => id)).toEqual([...TOKEN_MODIFIERS]);
  });

  it('gives a colour only to tokens that exist', () => {
    const selectors = Object.keys(semanticTokenScopes[0]?.scopes ?? {}).flatMap((selector) =>
      selector.split('.'),
    );
    const known = ['*', ...TOKEN_TYPES, ...TOKEN_MODIFIERS];
    expect(known).toEqual(expect.arrayContaining([...new Set(selectors)]));
  });

  it('gives tags of the environment a colour of their own, in the grammar too', () => {
    const scopes = semanticTokenScopes[0]?.scopes ?? {};
    const environment = scopes['rolloutTag.environment'] ?? [];
    expect(environment.map((scope) => scope.split('.')[0])).not.toContain('punctuation');
    expect(environment).not.toEqual(scopes['rolloutTag']);
    expect(read('syntaxes/rollout.tmLanguage.json')).toContain(environment[0]);
  });

  it('makes no links of addresses in a trace', () => {
    expect(manifest.contributes.configurationDefaults['[rollout]']?.['editor.links']).toBe(false);
  });

  it('matches the tags of every dialect that come in pairs', () => {
    const brackets = configuration.brackets.map(([open, close]) => `${open} ${close}`);
    const pairs = dialects
      .flatMap(({ tags }) => tags)
      // A box is one of LaTeX: its closer closes much else.
      .filter(({ open }) => open.startsWith('<'))
      .flatMap(({ open, close }) => (close === null ? [] : [`${open} ${close}`]));
    expect(brackets).toEqual(expect.arrayContaining([...new Set(pairs)]));
  });

  it('has patterns that compile, and folds elements of several lines only', () => {
    const start = new RegExp(configuration.folding.markers.start);
    const end = new RegExp(configuration.folding.markers.end);
    expect(start.test('<information>Doc 1')).toBe(true);
    expect(start.test('<search> one line </search>')).toBe(false);
    expect(end.test('the last line.</information>')).toBe(true);
    expect('Émile Zola’s'.match(new RegExp(configuration.wordPattern, 'gu'))).toEqual(['Émile', 'Zola’s']);
  });
});
