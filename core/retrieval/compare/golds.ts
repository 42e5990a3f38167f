import { goldInDocument } from '../../findings/containment';
import { titleKey } from '../titles';

/** A document as it is compared. */
export interface ComparedDocument {
  readonly title: string | null;
  readonly text: string;
}

/** How it was decided that a document is a gold one. */
export type GoldPath =
  /** Its title is among those of the question's supporting documents. */
  | 'title'
  /** It contains a gold answer, both normalised (N1), on word boundaries, in title or text. */
  | 'answer-in-text';

/** What is known of a question's golds. */
export interface SearchGolds {
  /** Titles of supporting documents; empty where the file does not say. They decide where there are any. */
  readonly titles: readonly string[];
  /** Accepted answers that are worth looking for: no yes or no, no single digits. */
  readonly answers: readonly string[];
}

/** Decides whether a document is gold: a function, and how it decides; null where nothing is known to decide by. */
export interface GoldTest {
  readonly path: GoldPath;
  holds(document: ComparedDocument): boolean;
}

export function goldTest({ titles, answers }: SearchGolds): GoldTest | null {
  if (titles.length > 0) {
    const keys = new Set(titles.map(titleKey));
    return { path: 'title', holds: ({ title }) => title !== null && keys.has(titleKey(title)) };
  }
  if (answers.length === 0) return null;
  return { path: 'answer-in-text', holds: (document) => goldInDocument(answers, document) !== null };
}
