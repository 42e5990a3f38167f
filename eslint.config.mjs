// @ts-check
import js from '@eslint/js';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** The arrows of docs/architecture: who may not import whom. `core` is the bottom, nothing imports `extension`. */
const forbidden = {
  core: ['cli', 'extension', 'language-server', 'webview', 'bridge'],
  cli: ['extension', 'language-server', 'webview', 'bridge'],
  'language-server': ['cli', 'extension', 'webview', 'bridge'],
  extension: ['cli', 'language-server', 'webview', 'bridge'],
  webview: ['cli', 'extension', 'language-server', 'bridge'],
  bridge: ['cli', 'extension', 'language-server', 'webview'],
};

const boundaries = Object.entries(forbidden).map(([folder, others]) => ({
  files: [`${folder}/**/*.{ts,tsx}`],
  rules: {
    // The same arrows for `import()`, which no-restricted-imports does not see.
    'no-restricted-syntax': [
      'error',
      {
        selector: `ImportExpression[source.value=/^(\\.\\.\\u002f)+(${others.join('|')})(\\u002f|$)/]`,
        message: `${folder} does not import ${others.join(', ')}.`,
      },
    ],
    'no-restricted-imports': [
      'error',
      {
        paths: folder === 'extension' ? [] : [{ name: 'vscode', message: `${folder} runs without VS Code.` }],
        patterns: [
          {
            regex: `^(\\.\\./)+(${others.join('|')})(/|$)`,
            message: `${folder} does not import ${others.join(', ')}.`,
          },
        ],
      },
    ],
  },
}));

/** Folders of core that a dialect may not know: all but its own. */
const aboveTrace = 'agent|containers|curate|findings|graph|host|protocol|retrieval|reward|rollouts|store';

/** A dialect knows nothing of containers, a container nothing of dialects: it sees the model and evidence alone. */
const siblings = [
  ['core/trace/**/*.ts', `(\\.\\./)+(${aboveTrace})(/|$)`],
  [
    'core/containers/**/*.ts',
    `(\\.\\./)+(${aboveTrace.replace('|containers', '')}|trace/(?!model$|dialect$|text$))(/|$)?`,
  ],
].map(([files, regex]) => ({
  files: [String(files)],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: [{ name: 'vscode', message: 'core runs without VS Code.' }],
        patterns: [
          { regex: `^${regex}`, message: 'Dialects and containers stay independent of each other.' },
          { regex: `^(\\.\\./)+(${forbidden.core.join('|')})(/|$)`, message: 'core imports only core.' },
        ],
      },
    ],
  },
}));

const TOOLKIT = '@vscode/webview-ui-toolkit';

/** Pages bring no code of core along but the messages, and the controls come through one file. */
const pages = [
  {
    files: ['webview/**/*.{ts,tsx}'],
    ignores: ['webview/ui.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [{ name: TOOLKIT, message: 'Controls come from webview/ui.ts.' }],
          patterns: [
            {
              // A form refuses what the bridge would refuse, and a filter line what the store would, by the same lines.
              regex:
                '^(\\.\\./)+core/(?!protocol/|words$|message-of$|training/recipe/values$|store/filter/(?:parse|format|complete|numbers)$)',
              allowTypeImports: true,
              message:
                'webview imports only types, core/protocol, core/words, core/message-of, the check of parameters and the language of filters.',
            },
          ],
        },
      ],
    },
  },
];

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'test-results/**', 'examples/**', 'test/fixtures/**'] },
  js.configs.recommended,
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
        AbortController: 'readonly',
        AbortSignal: 'readonly',
        performance: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
      },
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.js', '.mjs'] })],
      // Without these two, cycles are not seen: only files with a known extension and parser are followed.
      'import-x/extensions': ['.ts', '.tsx'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'import-x/no-cycle': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true }],
    },
  },
  {
    files: ['core/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'window', 'document', 'navigator', 'localStorage', 'HTMLElement'],
    },
  },
  ...boundaries,
  ...siblings,
  ...pages,
);
