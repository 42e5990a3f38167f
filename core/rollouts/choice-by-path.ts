import picomatch from 'picomatch';

/** What is chosen for files, by glob. */
export type ChoicesByGlob = Readonly<Record<string, string>>;

/**
 * The choice of the last pattern that matches a path: later entries are the more particular ones. A relative pattern
 * matches the end of a path.
 */
export function choiceFor<Choice>(path: string, choices: Readonly<Record<string, Choice>>): Choice | null {
  const slashed = path.replaceAll('\\', '/');
  const match = Object.keys(choices).findLast((pattern) => {
    const anywhere = /^(?:\/|[a-z]:|\*\*)/i.test(pattern) ? pattern : `**/${pattern}`;
    return picomatch.isMatch(slashed, anywhere, { dot: true, noextglob: true });
  });
  return match === undefined ? null : (choices[match] ?? null);
}
