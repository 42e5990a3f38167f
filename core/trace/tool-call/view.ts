import type { Document, Range } from '../model';
import { trimRange } from '../text';
import type { Text } from './string-literal';

/** A text to be read, and where each of its characters stands in the own text. */
export interface View {
  readonly text: string;
  at(offset: number): number;
}

/** The characters of a range as they stand, blanks around them left out. */
export function viewOf(text: string, range: Range): View {
  const { start, end } = trimRange(text, range.start, range.end);
  return { text: text.slice(start, end), at: (offset) => start + offset };
}

/** What a string says that stands within a view. */
export function viewOfString(view: View, string: Text): View {
  const { start, end } = trimRange(string.text, 0, string.text.length);
  return { text: string.text.slice(start, end), at: (offset) => view.at(string.at(start + offset)) };
}

/** A range of a view as a view of its own, blanks around it left out. */
export function within(view: View, from: number, to: number): View {
  const { start, end } = trimRange(view.text, from, to);
  return { text: view.text.slice(start, end), at: (offset) => view.at(start + offset) };
}

/** Moves documents that were read in a view to where they stand in the own text. */
export function placed(view: View, documents: readonly Document[]): Document[] {
  return documents.map((document) => ({
    ...document,
    start: view.at(document.start),
    end: view.at(document.end),
  }));
}
