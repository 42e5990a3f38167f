import { unquoted } from '../documents/quotes';
import type { Document } from '../model';
import type { Literal } from './literal';

/** Names under which tools keep what makes a document, the likeliest first. */
const TITLE = ['title', 'section_name', 'page_title', 'doc_title', 'heading'] as const;
const TEXT = [
  'text',
  'contents',
  'content',
  'passage',
  'snippet',
  'page_content',
  'body',
  'summary',
  'paragraph',
  'abstract',
  'description',
] as const;
const ID = ['id', 'page_id', 'section_id', 'doc_id', 'docid', 'document_id', '_id', 'url', 'link'] as const;
const SCORE = ['score', 'similarity', 'relevance_score', 'relevance'] as const;

type Members = ReadonlyMap<string, Literal>;

/** The document that an object describes; null for other objects. Offsets are those of the literal. */
export function documentOf(literal: Literal, score: number | null = null): Document | null {
  if (literal.kind !== 'object') return null;
  const { members } = literal;
  const inner = members.get('document');
  if (inner?.kind === 'object') {
    const found = documentOf(inner, numberIn(members, SCORE));
    return found && { ...found, start: literal.start, end: literal.end };
  }
  const title = stringIn(members, TITLE);
  const text = stringIn(members, TEXT) ?? (inner?.kind === 'text' ? inner.text : null);
  if (title === null && text === null) return null;
  const id = members.get(ID.find((name) => isKey(members.get(name))) ?? '');
  return {
    query: 0,
    rank: 1,
    ...(title === null && text !== null ? titleApart(text) : { title, text: text ?? '' }),
    score: score ?? numberIn(members, SCORE),
    ...(id && isKey(id) ? { id: String(id.kind === 'text' ? id.text : id.value) } : {}),
    start: literal.start,
    end: literal.end,
  };
}

/** A passage whose first line is its title in quotes, as corpora of FlashRAG keep it. */
function titleApart(text: string): { readonly title: string | null; readonly text: string } {
  const line = text.startsWith('"') ? text.indexOf('"\n') : -1;
  return line > 0
    ? { title: unquoted(text.slice(0, line + 1)), text: text.slice(line + 2) }
    : { title: null, text };
}

function isKey(literal: Literal | undefined): literal is Literal & { readonly kind: 'text' | 'scalar' } {
  return literal?.kind === 'text' || (literal?.kind === 'scalar' && typeof literal.value === 'number');
}

/** The first of some members that is a string with something in it. */
export function stringIn(members: Members, names: readonly string[]): string | null {
  for (const name of names) {
    const member = members.get(name);
    if (member?.kind === 'text' && member.text !== '') return member.text;
  }
  return null;
}

function numberIn(members: Members, names: readonly string[]): number | null {
  for (const name of names) {
    const member = members.get(name);
    if (member?.kind === 'scalar' && typeof member.value === 'number') return member.value;
  }
  return null;
}
