import * as vscode from 'vscode';
import { UserError } from '../common/errors';
import { setting } from '../settings';
import type { TrainingService } from './service';

/**
 * Lets the user name the interpreter that jobs run with, by path or by its name on the PATH, and keeps it in the
 * settings of this machine.
 */
export async function choosePython(service: TrainingService): Promise<void> {
  const browse: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('folder-opened'),
    tooltip: vscode.l10n.t('Browse...'),
  };
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t('Python of Training Jobs');
  input.prompt = vscode.l10n.t('A path such as /home/me/venv/bin/python, or a name on the PATH');
  input.value = setting('training.python');
  input.buttons = [browse];
  let browsing = false;
  const text = await new Promise<string | undefined>((resolve, reject) => {
    input.onDidAccept(() => resolve(input.value.trim()));
    // The dialog that looks for a file hides the box: on a remote machine it is such a box itself.
    input.onDidHide(() => {
      if (!browsing) resolve(undefined);
    });
    input.onDidTriggerButton(() => {
      browsing = true;
      pick().then(resolve, reject);
    });
    input.show();
  }).finally(() => input.dispose());
  if (text === undefined || text === '') return;
  const found = await service.use((_link, bundle) => Promise.resolve(bundle.findProgram(text)));
  if (found === null) throw new UserError(vscode.l10n.t('There is no program {0}.', text));
  await vscode.workspace
    .getConfiguration('tracehop')
    .update('training.python', text, vscode.ConfigurationTarget.Global);
}

async function pick(): Promise<string | undefined> {
  const [file] = (await vscode.window.showOpenDialog({ openLabel: vscode.l10n.t('Take') })) ?? [];
  return file?.fsPath;
}
