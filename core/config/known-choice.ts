import { containerOf } from '../containers';
import { mapped } from '../containers/mapped';
import { dialectOf } from '../trace/dialects';
import { openChoice, type ConfigChoice } from './config';

/** Told of a name that cannot be chosen, and why, as a clause. */
export type Refused = (kind: 'dialect' | 'container', id: string, why: string) => void;

/** What {@link openChoice} makes of a choice, without names that nothing has: these are told, and detection decides. */
export function knownChoice(choice: ConfigChoice, refused: Refused = () => undefined): ConfigChoice {
  const { dialect, container, fields } = openChoice(choice);
  const known = (kind: 'dialect' | 'container', id: string): boolean => {
    const why = whyNot(kind, id);
    if (why !== null) refused(kind, id, why);
    return why === null;
  };
  return {
    ...(dialect !== undefined && known('dialect', dialect) ? { dialect } : {}),
    ...(fields ? { fields } : container !== undefined && known('container', container) ? { container } : {}),
  };
}

function whyNot(kind: 'dialect' | 'container', id: string): string | null {
  // `mapped` means nothing without the fields that `tracehop.yml` names.
  if (kind === 'container' && id === mapped.id) return 'for which tracehop.yml names no fields';
  const found = kind === 'dialect' ? dialectOf(id) : containerOf(id);
  return found ? null : 'which does not exist';
}
