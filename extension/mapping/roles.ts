import * as vscode from 'vscode';
import type { FieldRole, WrittenFields } from '../../core/containers/fields/field-map';
import type { FieldSample } from '../../core/protocol/records';

/** A question of the guide: which field is this? `text` stands for messages too, as the field that is picked says. */
export interface RoleStep {
  readonly role: Exclude<FieldRole, 'messages' | 'id'>;
  readonly title: string;
  readonly placeholder: string;
}

/** The questions in their order. */
export function roleSteps(): readonly RoleStep[] {
  return [
    {
      role: 'text',
      title: vscode.l10n.t('Text or messages'),
      placeholder: vscode.l10n.t(
        'Which field holds what the model wrote: a text, a list of texts, or chat messages?',
      ),
    },
    {
      role: 'prompt',
      title: vscode.l10n.t('Prompt'),
      placeholder: vscode.l10n.t('Which field holds the prompt, where it stands apart from the text?'),
    },
    {
      role: 'question',
      title: vscode.l10n.t('Question'),
      placeholder: vscode.l10n.t('Which field holds the question?'),
    },
    {
      role: 'golds',
      title: vscode.l10n.t('Golds'),
      placeholder: vscode.l10n.t('Which field holds the accepted answers?'),
    },
    {
      role: 'score',
      title: vscode.l10n.t('Score'),
      placeholder: vscode.l10n.t('Which field holds the reward?'),
    },
    {
      role: 'step',
      title: vscode.l10n.t('Step'),
      placeholder: vscode.l10n.t('Which field holds the training step?'),
    },
    {
      role: 'group',
      title: vscode.l10n.t('Group'),
      placeholder: vscode.l10n.t('Which field do the rollouts of one question have in common?'),
    },
    {
      role: 'documents',
      title: vscode.l10n.t('Documents'),
      placeholder: vscode.l10n.t(
        'Which field holds retrieved passages, where they stand apart from the text?',
      ),
    },
  ];
}

/** What stands for a role in a map: messages answer the question about the text as well. */
export function pathFor(fields: WrittenFields, role: RoleStep['role']): string | undefined {
  return role === 'text' ? (fields.text ?? fields.messages) : fields[role];
}

/** A map with another field for a role, or none. A field of messages becomes `messages`. */
export function withRole(
  fields: WrittenFields,
  role: RoleStep['role'],
  field: FieldSample | null,
): WrittenFields {
  const taken: readonly string[] = role === 'text' ? ['text', 'messages'] : [role];
  const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !taken.includes(name)));
  if (!field) return others;
  if (role !== 'text') return { ...others, [role]: field.path };
  // First in the file, as the most important.
  return field.kind === 'messages' ? { messages: field.path, ...others } : { text: field.path, ...others };
}
