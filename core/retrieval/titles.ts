/**
 * A title as it is compared: without one pair of quotes around it, lower-case, blanks collapsed, in Unicode's composed
 * form. Punctuation stays: “Alien (film)” is not “Alien film”.
 */
export function titleKey(title: string): string {
  const line = title.normalize('NFC').replace(/\s+/g, ' ').trim();
  const bare = line.length > 2 && line.startsWith('"') && line.endsWith('"') ? line.slice(1, -1) : line;
  return bare.trim().toLowerCase();
}

/** What a document is known by in two result lists: its title, or where it has none its text. */
export function documentKey({
  title,
  text,
}: {
  readonly title: string | null;
  readonly text: string;
}): string {
  const key = title === null ? '' : titleKey(title);
  return key === '' ? `text:${titleKey(text)}` : `title:${key}`;
}
