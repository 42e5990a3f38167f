// The mocha suite inside the extension host. VS Code calls run() of the module that `extensionTestsPath` names.
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';

/** Where the suite reports to: the test stage reads this file while the suite runs. */
const report = process.env['TRACEHOP_TEST_REPORT'];

function write(line: object): void {
  if (report) appendFileSync(report, `${JSON.stringify(line)}\n`);
  else console.log(JSON.stringify(line));
}

export async function run(): Promise<void> {
  try {
    const failures = await suite();
    write({ type: 'end' });
    if (failures > 0) throw new Error(`${failures} failed`);
  } catch (error) {
    write({ type: 'end', error: error instanceof Error ? error.stack : String(error) });
    throw error;
  }
}

function suite(): Promise<number> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, reporter: Mocha.reporters.Base });
  if (process.env['TRACEHOP_TEST_GREP']) mocha.grep(process.env['TRACEHOP_TEST_GREP']);
  const folder = join(__dirname, 'host');
  for (const name of readdirSync(folder)) if (name.endsWith('.test.js')) mocha.addFile(join(folder, name));
  return new Promise((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('pass', (test) => write({ type: 'pass', title: test.fullTitle(), ms: test.duration ?? 0 }));
    runner.on('pending', (test) => write({ type: 'pending', title: test.fullTitle() }));
    runner.on('fail', (test, error: Error) =>
      write({ type: 'fail', title: test.fullTitle(), error: error.stack ?? error.message }),
    );
  });
}
