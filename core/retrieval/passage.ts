/** One passage of a corpus. */
export interface Passage {
  /** As the corpus gives it; null where it gives none. */
  readonly id: string | null;
  readonly title: string | null;
  readonly text: string;
}

/** Title and text as they are indexed. */
export function indexedText({ title, text }: Pick<Passage, 'title' | 'text'>): string {
  return title === null ? text : `${title}\n${text}`;
}
