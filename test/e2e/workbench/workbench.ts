// The workbench as a page object: what a person does in VS Code, and what they then see.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Frame, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { launchBrowser } from '../../../scripts/workbench/browser.mjs';
import { results } from '../../../scripts/workbench/paths.mjs';
import { workbenchUrl, writeSettings } from '../../../scripts/workbench/server.mjs';
import { workspaceCopy } from '../../../scripts/workbench/workspace.mjs';
import { until } from './until';

const quickInput = '.quick-input-widget .quick-input-filter input';

/** Per theme: its id in settings, its label in the picker, its class in the page. */
export const themes = {
  dark: { id: 'Default Dark Modern', label: 'Dark Modern', css: 'vs-dark' },
  light: { id: 'Default Light Modern', label: 'Light Modern', css: 'vs' },
  'high contrast': { id: 'Default High Contrast', label: 'Dark High Contrast', css: 'hc-black' },
  'high contrast light': { id: 'Default High Contrast Light', label: 'Light High Contrast', css: 'hc-light' },
} as const;
export type Theme = keyof typeof themes;

export interface Options {
  /** A folder, a file or a .code-workspace; a copy of the examples when absent. */
  open?: string;
  /** False: the workbench is in restricted mode. */
  trusted?: boolean;
  theme?: Theme;
  settings?: Record<string, unknown>;
  size?: { width: number; height: number };
}

/** A line of the Problems view. */
export interface Problem {
  /** error, warning, info or hint */
  severity: string;
  message: string;
  source: string;
  code: string;
  line: number;
  column: number;
}

export class Workbench {
  private constructor(
    readonly page: Page,
    /** The folder that is open. */
    readonly folder: string,
    private settings: Record<string, unknown>,
    private readonly context: BrowserContext,
    private readonly cleanUp: () => void,
  ) {}

  /** Opens a workbench of its own, with nothing remembered, and waits until the extension host runs. */
  static async open(browser: Browser, options: Options = {}): Promise<Workbench> {
    const { open, trusted = true, theme = 'dark', size = { width: 1400, height: 900 } } = options;
    const copy = open === undefined ? workspaceCopy() : undefined;
    const path = open ?? copy?.folder ?? '';
    const settings = {
      'security.workspace.trust.enabled': !trusted,
      'workbench.colorTheme': themes[theme].id,
      ...options.settings,
    };
    const { userData } = inject('server');
    writeSettings(userData, settings);
    // What a command set of the machine's settings in a workbench before.
    rmSync(join(userData, 'Machine', 'settings.json'), { force: true });
    const context = await browser.newContext({ viewport: size });
    const page = await context.newPage();
    const workbench = new Workbench(page, path, settings, context, () => copy?.dispose());
    await page.goto(workbenchUrl(inject('server'), { open: path }));
    await workbench.ready();
    return workbench;
  }

  async close(): Promise<void> {
    await this.context.close();
    this.cleanUp();
  }

  /** Waits until the workbench is drawn and knows its extensions. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
    const loaded = () => performance.getEntriesByName('code/didLoadExtensions').length > 0;
    await this.page.waitForFunction(loaded, undefined, { timeout: 60_000 });
  }

  /** Reloads the window as a person does: what panels and editors remember is written before. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /** Presses a key or chord: `press('Control+Shift+M')`. */
  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }

  /** Opens a file of the workspace by its name or path. */
  async openFile(name: string): Promise<void> {
    const label = name.split('/').at(-1) ?? name;
    const tab = this.page.locator('.tab.active', { hasText: label }).first();
    await until(`tab of ${name}`, async () => {
      await this.quickInput(name);
      await this.take(label);
      const shown = tab.waitFor({ timeout: 5_000 });
      return shown.then(() => true).catch(() => undefined);
    });
  }

  /**
   * Runs a command by the title that the palette shows, `Category: Title`. The palette lists what could be run when it
   * was opened: a command that is offered once the file is known may need a second look.
   */
  async runCommand(title: string): Promise<void> {
    await until(`the command ${title}`, async () => {
      const input = await this.quickInput(`>${title}`);
      const taken = await this.take(title, 4_000).then(
        () => true,
        () => undefined,
      );
      if (!taken) await input.press('Escape', { timeout: 1_000 }).catch(() => undefined);
      return taken;
    });
  }

  /** The titles of the commands that the palette offers for a text, such as `Tracehop: `; the first dozen or so. */
  async commands(text: string): Promise<string[]> {
    const input = await this.quickInput(`>${text}`);
    const rows = this.page.locator('.quick-input-list .monaco-list-row .quick-input-list-label .label-name');
    // The entries of an earlier text stand there for a moment.
    let before: string | undefined;
    const titles = await until('answer of the palette', async () => {
      await this.page.waitForTimeout(300);
      const shown = (await rows.allInnerTexts()).map(plain);
      const same = shown.join('\n') === before;
      before = shown.join('\n');
      return same ? shown : undefined;
    });
    await input.press('Escape');
    await input.waitFor({ state: 'hidden' });
    return titles.filter((title) => title.startsWith(text));
  }

  /** Puts the cursor somewhere, and scrolls there. Lines and columns count from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    const input = await this.quickInput(`:${line}:${column}`);
    // Enter before the entry is there does nothing.
    await until(`line ${line}`, async () => {
      await input.press('Enter', { timeout: 1_000 }).catch(() => undefined);
      const hidden = input.waitFor({ state: 'hidden', timeout: 2_000 });
      return hidden.then(() => true).catch(() => undefined);
    });
  }

  /** The lines of the active editor that are drawn, inlay hints among them. */
  async editorLines(): Promise<string[]> {
    const lines = await this.editor().evaluate((editor) =>
      [...editor.querySelectorAll<HTMLElement>('.view-line')]
        .sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top))
        .map((line) => line.textContent ?? ''),
    );
    return lines.map(plain);
  }

  /** Hovers over the first place where the active editor shows this text, and returns what the hover says. */
  async hover(text: string): Promise<string> {
    const hover = this.page.locator('.monaco-hover:not(.hidden) .hover-contents');
    return until(`a hover over ${JSON.stringify(text)}`, async () => {
      const spot = await this.find(text);
      if (!spot) return undefined;
      await this.page.mouse.move(spot.x + 2, spot.y - 60);
      await this.press('Escape');
      await this.page.mouse.move(spot.x, spot.y, { steps: 3 });
      await hover
        .first()
        .waitFor({ timeout: 3_000 })
        .catch(() => undefined);
      const parts = await hover.allInnerTexts();
      const said = plain(parts.join('\n').trim());
      return said && !/^Loading\.*$/m.test(said) ? said : undefined;
    });
  }

  /** The middle of the first drawn occurrence of a text in the active editor. */
  async find(text: string): Promise<{ x: number; y: number } | undefined> {
    return this.editor().evaluate((editor, wanted) => {
      for (const line of editor.querySelectorAll('.view-line')) {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        const nodes: Text[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
        const whole = nodes.map((node) => node.data).join('');
        const start = whole.replaceAll('\u00a0', ' ').indexOf(wanted);
        if (start < 0) continue;
        let offset = start + Math.floor(wanted.length / 2);
        for (const node of nodes) {
          if (offset < node.length) {
            const range = document.createRange();
            range.setStart(node, offset);
            range.setEnd(node, offset + 1);
            const box = range.getBoundingClientRect();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
          }
          offset -= node.length;
        }
      }
      return undefined;
    }, text);
  }

  /** The titles of the code lenses that are drawn, once there are any. */
  async codeLenses(): Promise<string[]> {
    return until('code lenses', async () => {
      const titles = await this.editor().locator('.codelens-decoration a').allInnerTexts();
      return titles.length ? titles.map((title) => plain(title).trim()) : undefined;
    });
  }

  /**
   * Clicks a code lens, until what it is to show is there. Between a new list of lenses and what they resolve to, the
   * old ones stand there with commands that VS Code has given up; a person clicks again then.
   */
  async clickCodeLens(title: string, isShown: () => Promise<boolean>): Promise<void> {
    await until(`effect of the lens ${title}`, async () => {
      const lens = this.editor().locator('.codelens-decoration a:visible', { hasText: title }).first();
      await lens.click({ timeout: 5_000 }).catch(() => undefined);
      const shown = until(title, async () => (await isShown()) || undefined, 5_000);
      return shown.catch(() => undefined);
    });
  }

  /** Whether the active editor is that of one rollout: its lenses, once it has any, are those of searches. */
  async showsRollout(): Promise<boolean> {
    return !(await this.codeLenses()).some((title) => title.startsWith('Rollout'));
  }

  /** What the Problems view lists, once it lists anything. */
  async problems(): Promise<Problem[]> {
    await this.runCommand('Problems: Focus on Problems View');
    const panel = this.page.locator('.markers-panel');
    return until('problems', async () => {
      const problems = await panel.evaluate((view) =>
        [...view.querySelectorAll('.monaco-list-row')].flatMap((row) => {
          const text = (selector: string) => row.querySelector(selector)?.textContent ?? '';
          const icon = row.querySelector('.marker-icon');
          const [line, column] = text('.marker-line').match(/\d+/g) ?? [];
          if (!icon || !line) return [];
          const severity =
            ['error', 'warning', 'info'].find((name) => icon.classList.contains(name)) ?? 'hint';
          const [source, code] = [text('.marker-source'), text('.marker-code')];
          const message = text('.marker-message');
          return [{ severity, message, source, code, line: Number(line), column: Number(column) }];
        }),
      );
      return problems.length
        ? problems.map((problem) => ({ ...problem, message: plain(problem.message) }))
        : undefined;
    });
  }

  /** Texts of the notifications that are shown. */
  async notifications(): Promise<string[]> {
    const texts = await this.page.locator('.notification-list-item-message').allInnerTexts();
    return texts.map(plain);
  }

  /** The document inside the webview that shows something matching the selector. */
  async webview(selector: string): Promise<Frame> {
    return until(`a webview with ${selector}`, () => this.frameWith(selector));
  }

  /** Whether a webview shows something matching the selector. */
  async shows(selector: string): Promise<boolean> {
    return (await this.frameWith(selector)) !== undefined;
  }

  /** Changes user settings, and reloads the window: the server does not watch them. */
  async configure(settings: Record<string, unknown>): Promise<void> {
    this.settings = { ...this.settings, ...settings };
    writeSettings(inject('server').userData, this.settings);
    await this.page.reload();
    await this.ready();
  }

  /** Changes the colour theme as a person does, and waits until it is drawn. */
  async setTheme(theme: Theme): Promise<void> {
    const { label, css } = themes[theme];
    await this.runCommand('Preferences: Color Theme');
    const input = this.page.locator(quickInput);
    await input.fill(label);
    await this.take(label);
    await input.waitFor({ state: 'hidden' });
    await this.page.locator(`.monaco-workbench.${css}`).waitFor();
  }

  /** Whether the status bar says that the workspace is restricted. */
  async isRestricted(): Promise<boolean> {
    return this.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).isVisible();
  }

  /** What a failed test tells besides its error: the tabs, the notifications and the lenses in sight. */
  async state(): Promise<string> {
    const texts = async (selector: string): Promise<string> =>
      JSON.stringify((await this.page.locator(selector).allInnerTexts()).map((text) => plain(text).trim()));
    return [
      `tabs ${await texts('.tab .label-name')}, active ${await texts('.tab.active .label-name')}`,
      `notifications ${await texts('.notification-list-item-message')}`,
      `lenses ${await texts('.codelens-decoration:visible')}`,
      `status ${await texts('.statusbar')}`,
    ].join('\n');
  }

  /** Saves what the window shows as test-results/screenshots/<name>.png, and returns the path. */
  async screenshot(name: string): Promise<string> {
    const folder = join(results, 'screenshots');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${name.replace(/[^\w.-]+/g, '-')}.png`);
    await this.page.screenshot({ path, animations: 'disabled' });
    return path;
  }

  private async frameWith(selector: string): Promise<Frame | undefined> {
    for (const frame of this.page.frames()) {
      if (frame.parentFrame()?.parentFrame() !== this.page.mainFrame()) continue;
      const first = frame.locator(selector).first();
      if (await first.isVisible().catch(() => false)) return frame;
    }
    return undefined;
  }

  private editor(): Locator {
    return this.page.locator('.editor-group-container.active .monaco-editor[data-uri]').first();
  }

  /** Opens quick input with a text in it. */
  private async quickInput(text: string): Promise<Locator> {
    const input = this.page.locator(quickInput);
    await until('quick input', async () => {
      await this.press(text.startsWith('>') ? 'F1' : 'Control+P');
      // What a command before does to the focus may close it again.
      const filled = input.waitFor({ timeout: 2_000 }).then(() => input.fill(text, { timeout: 2_000 }));
      return filled.then(() => true).catch(() => undefined);
    });
    return input;
  }

  /** Goes to the entry of quick input with exactly this label, and takes it. */
  private async take(label: string, ms = 20_000): Promise<void> {
    const exact = new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
    const name = this.page.locator('.quick-input-list-label .label-name', { hasText: exact });
    const row = this.page.locator('.quick-input-list .monaco-list-row').filter({ has: name }).first();
    await row.waitFor({ timeout: ms });
    const focused = () => row.evaluate((element) => element.classList.contains('focused'));
    for (let steps = 0; steps < 20 && !(await focused()); steps++) await this.press('ArrowDown');
    await this.press('Enter');
  }
}

/** A workbench for the tests of a file: opened before them, closed after, pictured where one fails. */
export function useWorkbench(options: Options = {}): () => Workbench {
  let browser: Browser | undefined;
  let workbench: Workbench | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
    workbench = await Workbench.open(browser, options);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail' || !workbench) return;
    await workbench.screenshot(`failed ${task.name}`);
    console.log(`failed: ${task.name}\n${await workbench.state()}`);
  });
  afterAll(async () => {
    await workbench?.close();
    await browser?.close();
  });
  return () => {
    if (!workbench) throw new Error('the workbench opens before the tests, not while they are declared');
    return workbench;
  };
}

/** Editors draw spaces as no-break spaces. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
