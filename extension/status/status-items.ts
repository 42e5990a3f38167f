import * as vscode from 'vscode';
import type { FileDescription } from '../../core/protocol/server';
import { LARGEST_TEXT, LONGEST_LINE } from '../../core/protocol/text-limits';
import type { App } from '../app';
import { commandLink } from '../commands/commands';
import type { Health } from '../server/server';
import type { Active, ActiveFile } from './active-file';

/**
 * The two entries in the editor's language status: what the file was taken for, and how the server is. They are
 * tied to the file in the active editor, so that a JSON file without rollouts shows neither.
 */
export class StatusItems {
  private readonly file: vscode.LanguageStatusItem;
  private readonly health: vscode.LanguageStatusItem;

  constructor(
    private readonly app: App,
    private readonly active: ActiveFile,
  ) {
    const { life, server } = app;
    this.file = life.add(vscode.languages.createLanguageStatusItem('tracehop.file', []));
    this.file.name = vscode.l10n.t('Tracehop File');
    this.health = life.add(vscode.languages.createLanguageStatusItem('tracehop.server', []));
    this.health.name = vscode.l10n.t('Tracehop Language Server');
    life.add(active.onDidChange(() => this.show()));
    life.add(server.onDidChangeHealth(() => this.show()));
    this.show();
  }

  private show(): void {
    const active = this.active.value;
    const selector = active ? [selectorOf(active.uri)] : [];
    this.file.selector = selector;
    this.health.selector = selector;
    if (!active) return;
    this.showFile(active);
    this.showHealth(this.app.server.health);
  }

  private showFile({ uri, kind, description, busy, unsaved }: Active): void {
    const { file } = this;
    file.busy = busy;
    file.severity = vscode.LanguageStatusSeverity.Information;
    file.detail = vscode.l10n.t('Tracehop');
    file.text = description
      ? `${description.container.title} · ${description.dialect.title}`
      : vscode.l10n.t('Rollout');
    if (kind === 'text') {
      file.command = commandLink('tracehop.viewAsRollout', vscode.l10n.t('View as Rollout'), uri);
      return;
    }
    if (unsaved) {
      file.text = vscode.l10n.t('Lenses and hovers wait until the file is saved');
    } else if (kind === 'json' && description && !description.inText) {
      file.detail = limitText(description);
    }
    file.command = description
      ? commandLink('tracehop.describeFile', vscode.l10n.t('Details'), vscode.Uri.parse(description.file))
      : undefined;
  }

  private showHealth(health: Health): void {
    const item = this.health;
    item.busy = health === 'starting';
    item.severity =
      health === 'stopped' ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    item.text = healthText(health);
    item.detail = vscode.l10n.t('Tracehop');
    item.command =
      health === 'stopped'
        ? commandLink('tracehop.restartServer', vscode.l10n.t('Restart'))
        : commandLink('tracehop.showLog', vscode.l10n.t('Show Log'));
  }
}

/** Why features inside the text are missing. */
function limitText({ size }: FileDescription): string {
  if (size > LARGEST_TEXT) return vscode.l10n.t('Too large for lenses: open its rollouts one by one');
  const limit = new Intl.NumberFormat(vscode.env.language).format(LONGEST_LINE);
  return vscode.l10n.t('Lines longer than {0} characters', limit);
}

function healthText(health: Health): string {
  switch (health) {
    case 'idle':
      return vscode.l10n.t('Language server not started');
    case 'starting':
      return vscode.l10n.t('Language server starting');
    case 'running':
      return vscode.l10n.t('Language server running');
    case 'stopped':
      return vscode.l10n.t('Language server stopped');
  }
}

/** A selector for one document. Characters that mean something in a glob stand for any character. */
function selectorOf(uri: vscode.Uri): vscode.DocumentFilter {
  if (uri.scheme !== 'file') return { scheme: uri.scheme, language: 'rollout' };
  const slash = uri.path.lastIndexOf('/');
  const folder = uri.with({ path: uri.path.slice(0, slash) || '/' });
  const name = uri.path.slice(slash + 1).replace(/[*?[\]{}!]/g, '?');
  return { scheme: 'file', pattern: new vscode.RelativePattern(folder, name) };
}
