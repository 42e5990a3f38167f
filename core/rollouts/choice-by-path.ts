import picomatch from 'picomatch';

/** What is chosen for files, by glob. */
export type ChoicesByGlob = Readonly<Record<string, string>>;

/**
 * The choice of the last pattern that matches a path: later entries are the more particular ones. A relative pattern
 * matches the end of a path, one that begins with `./` the path from `folder`.
 */
export function choiceFor<Choice>(
  path: string,
  choices: Readonly<Record<string, Choice>>,
  folder?: string,
): Choice | null {
  const slashed = path.replaceAll('\\', '/');
  const below = folder === undefined ? null : pathBelow(slashed, folder.replaceAll('\\', '/'));
  const match = Object.keys(choices).findLast((pattern) => {
    if (pattern.startsWith('./'))
      return below !== null && picomatch.isMatch(below, pattern.slice(2), OPTIONS);
    const anywhere = /^(?:\/|[a-z]:|\*\*)/i.test(pattern) ? pattern : `**/${pattern}`;
    return picomatch.isMatch(slashed, anywhere, OPTIONS);
  });
  return match === undefined ? null : (choices[match] ?? null);
}

const OPTIONS = { dot: true, noextglob: true };

function pathBelow(path: string, folder: string): string | null {
  const base = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(base) ? path.slice(base.length) : null;
}
