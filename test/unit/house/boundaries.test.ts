import { ESLint } from 'eslint';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
// Only the rules that hold the arrows, and cycles alone where they are meant: the others take most of the time.
const linter = (rules: RegExp): ESLint =>
  new ESLint({
    cwd: root,
    ruleFilter: ({ ruleId }) => rules.test(ruleId),
    // None of them asks for types, which would have the whole program read.
    overrideConfig: {
      files: ['**/*.{ts,tsx}'],
      languageOptions: { parserOptions: { projectService: false, project: null } },
    },
  });
const arrows = linter(/^(?:@typescript-eslint\/)?no-restricted-/);
const cycles = linter(/^import-x\/no-cycle$/);

/** Rules that a line of code breaks when it stands in an existing file of the project. */
async function broken(file: string, code: string, eslint = arrows): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: resolve(root, file) });
  return result?.messages.map(({ ruleId }) => ruleId) ?? [];
}

describe('arrows between folders', () => {
  it.each([
    ['core/rollouts/open.ts', "import 'vscode';"],
    ['core/trace/response.ts', "import 'vscode';"],
    ['core/containers/recognise.ts', "import 'vscode';"],
    ['core/rollouts/open.ts', "import '../../cli/cli';"],
    ['core/rollouts/open.ts', "import '../../language-server/start';"],
    ['core/trace/response.ts', "import '../../extension/extension';"],
    ['core/trace/response.ts', "import '../containers/index';"],
    ['core/trace/dialects/plain.ts', "import '../../containers/index';"],
    ['core/containers/recognise.ts', "import '../trace/dialects/index';"],
    ['core/trace/dialects/plain.ts', "import '../../rollouts/open';"],
    ['core/trace/dialects/plain.ts', "import '../../reward/normalise';"],
    ['core/containers/recognise.ts', "import '../trace/tagged/parse';"],
    ['core/containers/recognise.ts', "import '../rollouts/open';"],
    ['core/containers/fields/golds.ts', "import '../../findings/index';"],
    ['language-server/start.ts', "import 'vscode';"],
    ['language-server/start.ts', "import '../extension/extension';"],
    ['cli/cli.ts', "import '../language-server/start';"],
    ['cli/cli.ts', "import '../bridge/bridge';"],
    ['core/training/local-bridge.ts', "import '../../bridge/bridge';"],
    ['bridge/bridge.ts', "import '../cli/cli';"],
    ['bridge/bridge.ts', "import '../extension/extension';"],
  ])('%s must not say %s', async (file, code) => {
    expect(await broken(file, code)).toContain('no-restricted-imports');
  });

  it.each(['window.open()', 'document.title', 'localStorage.clear()'])(
    'core must not say %s',
    async (code) => {
      expect(await broken('core/trace/response.ts', `${code};`)).toContain('no-restricted-globals');
    },
  );

  it('sees import() too', async () => {
    expect(await broken('core/trace/response.ts', "void import('../../cli/cli');")).toContain(
      'no-restricted-syntax',
    );
    expect(await broken('cli/cli.ts', "void import('../extension/app');")).toContain('no-restricted-syntax');
  });

  it('pages take types of core, its messages, and controls from one file', async () => {
    const rule = '@typescript-eslint/no-restricted-imports';
    const page = 'webview/base/list.tsx';
    expect(await broken(page, "import '../../core/rollouts/open';")).toContain(rule);
    expect(await broken(page, "import '../../extension/app';")).toContain('no-restricted-imports');
    expect(await broken(page, "import '@vscode/webview-ui-toolkit';")).toContain(rule);
    expect(await broken(page, "import '../../core/protocol/panels/page';")).toEqual([]);
    const type = "import type { Rollout } from '../../core/trace/model';\nexport type R = Rollout;";
    expect(await broken(page, type)).toEqual([]);
  });

  it('core may import core', async () => {
    expect(await broken('core/rollouts/open.ts', "import '../trace/dialects/index';")).toEqual([]);
  });

  it('sees a cycle', async () => {
    // `index.ts` imports `plain.ts`.
    expect(
      await broken(
        'core/trace/dialects/plain.ts',
        "import { dialects } from './index';\nconsole.log(dialects);",
        cycles,
      ),
    ).toContain('import-x/no-cycle');
  });
});
