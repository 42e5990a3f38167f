// `npm run test:desktop [-- VERSION]`: runs the suite of test/e2e/host in a desktop VS Code, which it downloads.
// @ts-check
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { extension, root } from './workbench/paths.mjs';
import { fail, Hint, run } from './workbench/process.mjs';
import { workspaceCopy } from './workbench/workspace.mjs';

const version = process.argv[2] ?? '1.100.3';

process.chdir(root);
const workspace = workspaceCopy();
try {
  await run(process.execPath, ['scripts/build.mjs']);
  await run(process.execPath, ['scripts/build-tests.mjs']);
  await runTests({
    vscodeExecutablePath: process.env['TRACEHOP_VSCODE'] ?? (await download()),
    extensionDevelopmentPath: extension,
    extensionTestsPath: join(root, 'dist', 'test', 'host.js'),
    launchArgs: [workspace.folder, '--disable-extensions', '--disable-workspace-trust'],
  });
} catch (error) {
  fail(error);
} finally {
  workspace.dispose();
}

async function download() {
  const cachePath = join(root, '.vscode-test');
  try {
    return await downloadAndUnzipVSCode({ version, cachePath, timeout: 30_000 });
  } catch (error) {
    throw new Hint(
      `VS Code ${version} could not be downloaded (${error instanceof Error ? error.message : error}).\n` +
        'This check needs the network. With a VS Code on this machine, run\n' +
        '  TRACEHOP_VSCODE=/path/to/its/executable npm run test:desktop\n' +
        'Without one, the same suite runs in the workbench from the npm package:\n' +
        '  npm test -- host',
    );
  }
}
