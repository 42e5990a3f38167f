/** Takes one pair of double quotes off a string that starts and ends with them. */
export function unquoted(raw: string): string {
  return raw.length >= 2 && raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1) : raw;
}

/** Undoes CSV quoting: outer quotes off, doubled quotes single. Text that is not quoted comes back as it is. */
export function csvUnquoted(raw: string): string {
  if (raw.length < 2 || !raw.startsWith('"') || !raw.endsWith('"')) return raw;
  const cell = raw.slice(1, -1);
  return cell.includes('""') ? cell.replaceAll('""', '"') : cell;
}
