/**
 * A text for a notification: VS Code makes a link of `[label](target)` there, and of `command:` targets one that runs a
 * command. What is named in it, a file or a field of a record, may be anybody's.
 */
export function linkless(text: string): string {
  return text.replaceAll('](', '] (');
}
