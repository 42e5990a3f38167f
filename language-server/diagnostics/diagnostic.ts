import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import { count } from '../../core/findings/words';
import { BROKEN_RECORD_PAGE, rulePage } from '../../core/protocol/docs';
import type { PositionRange } from '../../core/protocol/server';
import type { Finding, Severity } from '../../core/trace/model';
import { visible } from '../../core/visible';
import type { PlacedRollout } from '../places/placed-rollout';
import { rangeIn } from '../places/places';
import type { RolloutFeature } from '../features/provider';

export const SOURCE = 'tracehop';

const SEVERITY: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** The findings of a rollout as diagnostics where it stands. */
export const findingDiagnostics: RolloutFeature<Diagnostic> = {
  name: 'diagnostics',
  *of(placed) {
    for (const finding of placed.rollout.findings) yield diagnosticOf(placed, finding);
  },
};

export function diagnosticOf(placed: PlacedRollout, finding: Finding): Diagnostic {
  return {
    range: rangeIn(placed.places, finding),
    severity: SEVERITY[finding.severity],
    source: SOURCE,
    code: finding.rule,
    codeDescription: { href: rulePage(finding.rule) },
    message: visible(finding.message),
  };
}

/** A record that cannot be read; where it could in part, that is a warning. */
export function faultDiagnostic(message: string, range: PositionRange, inPart: boolean): Diagnostic {
  return {
    range,
    severity: inPart ? DiagnosticSeverity.Warning : DiagnosticSeverity.Error,
    source: SOURCE,
    code: 'broken-record',
    codeDescription: { href: BROKEN_RECORD_PAGE },
    message: visible(message),
  };
}

/** What closes a list that was cut. */
export function moreDiagnostic(left: number, range: PositionRange): Diagnostic {
  const message = `and ${count(left, 'more finding', 'more findings')} in this file`;
  return { range, severity: DiagnosticSeverity.Information, source: SOURCE, code: 'more', message };
}

/** The first of some diagnostics, and a closing one where there are more. */
export function capped(diagnostics: readonly Diagnostic[], most: number): Diagnostic[] {
  const next = diagnostics[most];
  if (!next) return [...diagnostics];
  return [...diagnostics.slice(0, most), moreDiagnostic(diagnostics.length - most, next.range)];
}
