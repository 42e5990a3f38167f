import { choiceFor, type ChoicesByGlob } from '../../core/rollouts/choice-by-path';

/** What a file is taken for when nothing is chosen for it. */
export const DETECT = 'auto';

/** What means something in a glob. */
const SPECIAL = /[\\*?[\]{}()!+@]/g;

/** The pattern that means one path and nothing else; a relative path is one inside a workspace folder. */
export function patternOf(path: string): string {
  return path.replace(SPECIAL, '\\$&');
}

/** Choices with one for a pattern, as the last, so that it wins over those that are more general. */
export function withChoice(choices: ChoicesByGlob | undefined, pattern: string, id: string): ChoicesByGlob {
  return { ...withoutChoice(choices, pattern), [pattern]: id };
}

/** Choices without that of a pattern; undefined where none is left, which takes the whole setting away. */
export function withoutChoice(
  choices: ChoicesByGlob | undefined,
  pattern: string,
): ChoicesByGlob | undefined {
  const others = Object.entries(choices ?? {}).filter(([key]) => key !== pattern);
  return others.length ? Object.fromEntries(others) : undefined;
}

/** What settings choose for a path, those for single files first; null where it is to be detected. */
export function choiceOf(path: string, choices: ChoicesByGlob, general: string): string | null {
  const chosen = choiceFor(path, choices) ?? general;
  return chosen === DETECT ? null : chosen;
}
