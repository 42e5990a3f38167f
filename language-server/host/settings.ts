import type { Severities } from '../../core/findings';
import type { Settings } from '../../core/protocol/server';
import type { Severity } from '../../core/trace/model';

/** What counts where the client sends no settings. */
export const DEFAULT_SETTINGS: Settings = {
  dialect: 'auto',
  container: 'auto',
  dialects: {},
  containers: {},
  findings: { severity: {} },
  codeLens: { enabled: true },
  inlayHints: { enabled: true },
  rewards: { profile: 'auto' },
};

/** Asks the client for the section `tracehop`, for one resource. */
export type ConfigurationSource = (resource: string) => Promise<unknown>;

/** Settings by resource, asked for once and again after every change. */
export class SettingsStore {
  private readonly known = new Map<string, Promise<Settings>>();

  constructor(private readonly source: ConfigurationSource | null) {}

  of(resource: string): Promise<Settings> {
    const { source } = this;
    if (!source) return Promise.resolve(DEFAULT_SETTINGS);
    const known = this.known.get(resource);
    if (known) return known;
    const asked = source(resource).then(settingsFrom);
    this.known.set(resource, asked);
    // A failed question is asked again; who waits for this one is told.
    asked.catch(() => this.known.delete(resource));
    return asked;
  }

  forget(): void {
    this.known.clear();
  }
}

/** Settings as the client sent them; whatever has the wrong shape takes its default. */
export function settingsFrom(value: unknown): Settings {
  const given = member(value);
  return {
    dialect: textOr(given('dialect'), DEFAULT_SETTINGS.dialect),
    container: textOr(given('container'), DEFAULT_SETTINGS.container),
    dialects: namesFrom(given('dialects')),
    containers: namesFrom(given('containers')),
    findings: { severity: severitiesFrom(member(given('findings'))('severity')) },
    codeLens: { enabled: member(given('codeLens'))('enabled') !== false },
    inlayHints: { enabled: member(given('inlayHints'))('enabled') !== false },
    rewards: { profile: textOr(member(given('rewards'))('profile'), DEFAULT_SETTINGS.rewards.profile) },
  };
}

const SEVERITIES: readonly (Severity | 'off')[] = ['error', 'warning', 'information', 'hint', 'off'];

function severitiesFrom(value: unknown): Severities {
  if (typeof value !== 'object' || value === null) return {};
  const known = Object.entries(value).flatMap(([rule, given]: [string, unknown]) => {
    const severity = SEVERITIES.find((each) => each === given);
    return severity ? [[rule, severity] as const] : [];
  });
  return Object.fromEntries(known);
}

/** Ids by glob. */
function namesFrom(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  const known = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(known);
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

function member(value: unknown): (key: string) => unknown {
  if (typeof value !== 'object' || value === null) return () => undefined;
  const entries = new Map<string, unknown>(Object.entries(value));
  return (key) => entries.get(key);
}
