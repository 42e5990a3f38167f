import * as vscode from 'vscode';
import { warningsAbout } from '../../core/agent/consent';
import type { Endpoint } from '../../core/agent/endpoint';
import type { ModelMemory } from './memory';

/** Asks, once for an origin, whether rollouts may be sent there. A no is a cancellation, and is not remembered. */
export async function requireConsent(
  memory: ModelMemory,
  endpoint: Endpoint,
  hasKey: boolean,
): Promise<void> {
  if (memory.isAllowed(endpoint)) return;
  const allow = vscode.l10n.t('Allow');
  const question = vscode.l10n.t('Send rollouts to {0}?', endpoint.origin);
  const options = { modal: true, detail: detailOf(endpoint, hasKey) };
  if ((await vscode.window.showWarningMessage(question, options, allow)) !== allow) {
    throw new vscode.CancellationError();
  }
  await memory.allow(endpoint);
}

function detailOf(endpoint: Endpoint, hasKey: boolean): string {
  const sentences = [
    vscode.l10n.t('When you ask for an explanation of a rollout, this goes to {0}:', endpoint.baseUrl),
    vscode.l10n.t(
      'its question, gold answers, prompt, thoughts, queries, retrieved documents and answer; the values its file records beside it; and the findings of Tracehop.',
    ),
    hasKey
      ? vscode.l10n.t(
          'Your key for this endpoint goes with every request. The list of its models is asked for too.',
        )
      : vscode.l10n.t('No key is sent. The list of its models is asked for too.'),
    vscode.l10n.t('Nothing else is sent, and nothing without your asking. It goes to no other address.'),
    ...warningsAbout(endpoint).map(warningText),
    vscode.l10n.t('You are asked once for this address. “Tracehop: Forget Model Keys” takes it back.'),
  ];
  return sentences.join('\n\n');
}

function warningText(warning: ReturnType<typeof warningsAbout>[number]): string {
  return warning === 'unencrypted'
    ? vscode.l10n.t('The connection is not encrypted: others on the network can read what is sent.')
    : vscode.l10n.t(
        'This address is on the machine that Tracehop runs on; what listens there may pass it on.',
      );
}
