/** The keys of `tracehop.yml` that say by globs what files hold, as YAML or JSON writes them. */
const KEYS = /(?:^|[{,])[ \t]*["']?(?:containers|dialects)["']?[ \t]*:/m;

/**
 * Whether the text of a `tracehop.yml` may say what files hold. Told by its keys alone, since YAML is read by the server;
 * it may say yes too often.
 */
export function namesFiles(text: string): boolean {
  return KEYS.test(text);
}
