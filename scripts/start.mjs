// `npm start [-- PATH]`: opens the examples, or PATH, in VS Code with the extension loaded from this checkout.
// @ts-check
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { extension, root } from './workbench/paths.mjs';
import { fail, Hint, run, say, which } from './workbench/process.mjs';

const usage = `npm start [-- [PATH] [--browser] [--port N]]

Opens PATH (a folder or a file; the examples by default) in VS Code, with Tracehop loaded from this checkout.
Where no \`code\` is on the PATH, or with --browser, it serves the real workbench to a browser instead.

  --browser   serve to a browser even where \`code\` is on the PATH
  --port N    the port to serve on (a free one by default)`;

try {
  const options = read();
  if (options) await start(options);
} catch (error) {
  fail(error);
}

/** @returns {{ path: string, browser: boolean, port?: number } | undefined} */
function read() {
  const flags = /** @type {const} */ ({
    browser: { type: 'boolean', default: false },
    port: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  try {
    const { values, positionals } = parseArgs({ options: flags, allowPositionals: true });
    if (values.help) return void console.log(usage);
    if (positionals.length > 1) throw new Error(`one path, not ${positionals.length}`);
    // npm runs scripts in the checkout; INIT_CWD is where the user is.
    const path = positionals[0]
      ? resolve(process.env['INIT_CWD'] ?? '.', positionals[0])
      : join(root, 'examples');
    if (positionals[0] && !existsSync(path)) throw new Error(`there is no ${path}`);
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65536)) {
      throw new Error(`${values.port} is no port`);
    }
    return { path: existsSync(path) ? path : root, browser: values.browser, ...(port ? { port } : {}) };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exitCode = 2;
    return undefined;
  }
}

/** @param {{ path: string, browser: boolean, port?: number }} options */
async function start({ path, browser, port }) {
  process.chdir(root);
  if (!existsSync('node_modules/esbuild')) await run('npm', ['ci']);
  await run(process.execPath, ['scripts/build.mjs']);
  const code = browser ? undefined : desktop();
  if (code) await open(code, path);
  else await serve(path, port, await pythonSettings());
}

/** The setting that names the Python of the trainers. Without one everything but training works. */
async function pythonSettings() {
  try {
    const { trainerPython } = await import('./trainer/python.mjs');
    return { 'tracehop.training.python': await trainerPython() };
  } catch (error) {
    say(`no Python for training: ${error instanceof Hint ? error.message : String(error)}`);
    return {};
  }
}

/** VS Code's own command, where it can open a window that develops an extension. */
function desktop() {
  const code = which('code');
  if (!code) return say('no `code` on the PATH: serving the workbench to a browser');
  if (process.env['VSCODE_IPC_HOOK_CLI']) {
    return say('`code` belongs to a remote window here: serving the workbench to a browser');
  }
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    return say('there is no display: serving the workbench to a browser');
  }
  return code;
}

/**
 * @param {string} code
 * @param {string} path
 */
async function open(code, path) {
  for (const [name, value] of Object.entries(await pythonSettings())) {
    say(`to train, set ${name} to ${value} in that window`);
  }
  const args = ['--new-window', `--extensionDevelopmentPath=${extension}`, path];
  say(`${code} ${args.join(' ')}`);
  const child = spawn(code, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  const ending = await new Promise((done) => child.on('error', done).on('close', done));
  if (ending !== 0) throw new Hint(`code did not open a window (${ending}); try: npm start -- --browser`);
}

/**
 * @param {string} path
 * @param {number | undefined} port
 * @param {Record<string, unknown>} python
 */
async function serve(path, port, python) {
  const { startServer, workbenchUrl } = await import('./workbench/server.mjs');
  // The examples are ours; whether to trust another folder is the user's to say.
  const trust = path.startsWith(root)
    ? { 'security.workspace.trust.enabled': false }
    : {
        'security.workspace.trust.startupPrompt': 'once',
        'security.workspace.trust.untrustedFiles': 'prompt',
      };
  const server = await startServer({
    ...(port ? { port } : {}),
    settings: { 'git.enabled': true, 'git.openRepositoryInParentFolders': 'never', ...trust, ...python },
  });
  say(`VS Code with Tracehop is open on ${basename(path)}; Ctrl+C ends it`);
  console.log(workbenchUrl(server, { open: path }));
  await server.exited;
  throw new Hint(`the server ended:\n${server.log().trim()}`);
}
