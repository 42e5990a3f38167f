import { jsonOrUndefined } from '../../json';
import type { FoundDocument, Source } from '../fields/traced';
import { isObject } from '../fields/values';
import type { Attribute, OtelSpan } from './span';

/** What kind of work a span stands for, as far as it matters here. */
export type SpanKind = 'retrieval' | 'model' | 'other';

/** Attributes that name the kind: OpenInference, monocle, the conventions for generative AI. */
const KINDS = ['openinference.span.kind', 'span.type', 'gen_ai.operation.name'];

export function kindOfSpan({ attributes }: OtelSpan): SpanKind {
  for (const name of KINDS) {
    const value = attributes.get(name)?.value;
    if (typeof value !== 'string') continue;
    if (/^(?:retriever|retrieval)$/i.test(value)) return 'retrieval';
    if (/^(?:llm|inference|chat|text_completion|generate_content)$/i.test(value)) return 'model';
    return 'other';
  }
  return attributes.has('retrieval.documents.0.document.content') ? 'retrieval' : 'other';
}

/** Whether a span says what it is in one of the known conventions. */
export function isTelling({ attributes }: OtelSpan): boolean {
  return KINDS.some((name) => attributes.has(name)) || attributes.has('input.value');
}

const INPUTS = ['gen_ai.retrieval.query.text', 'input.value', 'event.data.input.input', 'gen_ai.prompt'];
const OUTPUTS = ['output.value', 'event.data.output.response', 'gen_ai.completion'];

/** Members that say what was asked, or answered, where an input or an output is JSON. */
const ASKED = ['query', 'question', 'input', 'prompt', 'text', 'task'];
const ANSWERED = ['answer', 'report', 'final_answer', 'output', 'response', 'result', 'content', 'text'];

/** What went into a span: its query, or the question of a run. */
export function inputOf(span: OtelSpan): Source | null {
  return textOf(span, INPUTS, ASKED);
}

/** What came out of a span as text. */
export function outputOf(span: OtelSpan): Source | null {
  return textOf(span, OUTPUTS, ANSWERED);
}

function textOf(
  { attributes }: OtelSpan,
  names: readonly string[],
  members: readonly string[],
): Source | null {
  for (const name of names) {
    const found = attributes.get(name);
    const source = found && unwrapped(found, members);
    if (source) return source;
  }
  return null;
}

/** A string as it stands; of JSON in a string the member that tells. */
function unwrapped({ value, path }: Attribute, members: readonly string[]): Source | null {
  if (typeof value !== 'string') {
    const inner = memberIn(value, members, 0);
    return inner === null ? null : { text: inner, path, made: true };
  }
  if (value === '') return null;
  const parsed = /^\s*[{[]/.test(value) ? jsonOrUndefined(value) : undefined;
  const inner = memberIn(parsed, members, 0);
  return inner === null ? { text: value, path } : { text: inner, path, made: true };
}

/** Deepest member that is looked at. */
const DEPTH = 3;

function memberIn(value: unknown, members: readonly string[], depth: number): string | null {
  if (typeof value === 'string') return value === '' || depth === 0 ? null : value;
  if (!isObject(value) || depth >= DEPTH) return null;
  for (const name of members) {
    const found = Object.hasOwn(value, name) ? memberIn(value[name], members, depth + 1) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Most documents of one span that are looked for. */
const DOCUMENTS = 10_000;

/** What a retrieval span brought: OpenInference's numbered attributes, a list in JSON, or the whole output as one. */
export function documentsOfSpan(span: OtelSpan): FoundDocument[] {
  const documents: FoundDocument[] = [];
  for (let at = 0; at < DOCUMENTS; at++) {
    const document = numbered(span, `retrieval.documents.${at}.document.`);
    if (!document) break;
    documents.push(document);
  }
  if (documents.length > 0) return documents;
  const listed =
    span.attributes.get('gen_ai.retrieval.documents') ?? span.attributes.get('retrieval.documents');
  if (listed) return fromList(listed);
  const output = outputOf(span);
  return output ? [{ title: null, text: output }] : [];
}

function numbered({ attributes }: OtelSpan, prefix: string): FoundDocument | null {
  const content = attributes.get(`${prefix}content`);
  const id = attributes.get(`${prefix}id`);
  if (!content && !id) return null;
  const metadata = attributes.get(`${prefix}metadata`);
  const about = typeof metadata?.value === 'string' ? jsonOrUndefined(metadata.value) : metadata?.value;
  const name = isObject(about) ? (about['title'] ?? about['source']) : undefined;
  const titled =
    typeof name === 'string' && name !== '' && metadata
      ? { text: name, path: metadata.path, made: true }
      : null;
  const score = attributes.get(`${prefix}score`)?.value;
  return {
    title: titled ?? stringIn(id),
    text: stringIn(content),
    score: typeof score === 'number' ? score : null,
  };
}

function stringIn(attribute: Attribute | undefined): Source | null {
  if (!attribute || typeof attribute.value !== 'string' || attribute.value === '') return null;
  return { text: attribute.value, path: attribute.path };
}

function fromList({ value, path }: Attribute): FoundDocument[] {
  const list = typeof value === 'string' ? jsonOrUndefined(value) : value;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown): FoundDocument[] => {
    if (typeof item === 'string') return [{ title: null, text: { text: item, path, made: true } }];
    if (!isObject(item)) return [];
    const of = (...names: string[]): Source | null => {
      const found = names.map((name) => item[name]).find((each) => typeof each === 'string' && each !== '');
      return typeof found === 'string' ? { text: found, path, made: true } : null;
    };
    const score = item['score'];
    const document = { title: of('title', 'id'), text: of('content', 'text', 'page_content') };
    if (!document.title && !document.text) return [];
    return [{ ...document, score: typeof score === 'number' ? score : null }];
  });
}
