// The steps in which an endpoint is set, as a person goes through them by the keyboard.
import { until } from './until';
import type { Workbench } from './workbench';

/** Waits for a step by what its title says, `(2/3)`. */
export async function step(bench: Workbench, name: string): Promise<void> {
  const title = bench.page.locator('.quick-input-widget .quick-input-title');
  await until(name, async () => ((await title.innerText()).includes(name) ? true : undefined));
}

/** Fills the box of the step that is shown, and goes on. */
export async function fill(bench: Workbench, text: string): Promise<void> {
  await bench.press('ControlOrMeta+A');
  await bench.page.keyboard.insertText(text);
  await bench.press('Enter');
}

/** Gives base URL and key (none where it is empty), up to the question whether rollouts may be sent there. */
export async function giveEndpoint(bench: Workbench, baseUrl: string, key: string): Promise<void> {
  await step(bench, '(1/3)');
  await fill(bench, baseUrl);
  await step(bench, '(2/3)');
  await bench.page.locator('.quick-input-widget input[type=password]').waitFor();
  await fill(bench, key);
  await bench.page.locator('.monaco-dialog-box').waitFor();
}

/** Says yes to that, and takes the first model. */
export async function allowAndPick(bench: Workbench, model: string): Promise<void> {
  await bench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Allow' }).press('Enter');
  await step(bench, '(3/3)');
  await bench.page.locator('.quick-input-list .monaco-list-row', { hasText: model }).waitFor();
  await bench.press('Enter');
}
