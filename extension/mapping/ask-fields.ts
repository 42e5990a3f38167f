import * as vscode from 'vscode';
import type { WrittenFields } from '../../core/containers/fields/field-map';
import type { FieldSample, FieldSamples } from '../../core/protocol/records';
import { plainLabel } from '../common/plain-label';
import { pickStep } from '../common/step-pick';
import { pathFor, roleSteps, withRole } from './roles';

interface FieldItem extends vscode.QuickPickItem {
  /** Null for no field. */
  readonly field: FieldSample | null;
}

/**
 * Asks which field is what, one question after the other, beginning with the one numbered `from`. What was answered
 * before, or is likely, is preselected. Escape is a cancellation.
 */
export async function askFields(
  name: string,
  { fields, records, guesses }: FieldSamples,
  from = 0,
): Promise<WrittenFields> {
  const steps = roleSteps();
  let map = guesses;
  for (let at = from; at < steps.length;) {
    const step = steps[at];
    if (!step) break;
    const items = itemsFor(fields, records, step.role !== 'text');
    const chosen = pathFor(map, step.role);
    const answer = await pickStep<FieldItem>({
      title: vscode.l10n.t(
        'Map Fields of {0} ({1}/{2}): {3}',
        plainLabel(name, 60),
        at + 1,
        steps.length,
        step.title,
      ),
      placeholder: step.placeholder,
      items,
      preselected: items.find(({ field }) => field?.path === chosen) ?? items[0],
      back: at > 0,
    });
    if (answer === 'back') at--;
    else {
      map = withRole(map, step.role, answer.field);
      at++;
    }
  }
  return map;
}

function itemsFor(fields: readonly FieldSample[], records: number, optional: boolean): FieldItem[] {
  const items = fields.map((field) => ({
    label: plainLabel(field.path),
    description: vscode.l10n.t('{0}, in {1} of {2} records', field.kind, field.count, records),
    detail: field.values.map((value) => plainLabel(value)).join(' · '),
    field,
  }));
  return optional
    ? [{ label: `$(circle-slash) ${vscode.l10n.t('No field')}`, field: null }, ...items]
    : items;
}
