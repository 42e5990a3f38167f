/** What an error says. Stands alone, for what runs without a page. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
