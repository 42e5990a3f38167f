import type { Dialect } from '../dialect';
import { unknownTags } from '../unknown-tags';
import type { Segment, TextPart, Turn } from '../model';
import { openTurn } from '../open-turn';

/**
 * Text without a known grammar: who wrote what is all there is to say. Chat messages come out as one segment a
 * message, with tool results as information; each policy message is a turn.
 */
export const plain: Dialect = {
  id: 'plain',
  title: 'Text without a known tag grammar',
  tags: [],
  searchLimit: null,
  extraction: { over: 'response', minimum: 1 },
  recognise(text) {
    const tags = unknownTags(text, []).slice(0, 4);
    const names = tags.map(({ tag, count }) => `\`${tag}\` ×${count}`).join(', ');
    return { weight: 0.01, because: tags.length > 0 ? `tags are left as text: ${names}` : 'it has no tags' };
  },
  parse(_text, parts) {
    const segments = parts.filter((part) => part.end > part.start).map(segmentOf);
    return { segments, turns: turnsOf(segments), answer: null, anomalies: [], promptAnswers: [] };
  },
};

const KIND_BY_AUTHOR = { prompt: 'prompt', policy: 'text', environment: 'information' } as const;

function segmentOf({ start, end, by, rendered, path }: TextPart): Segment {
  const header = rendered && path === null && by !== 'prompt';
  return { kind: header ? 'text' : KIND_BY_AUTHOR[by], by, start, end, closed: true };
}

function turnsOf(segments: readonly Segment[]): Turn[] {
  return segments.filter((segment) => segment.by === 'policy').map(openTurn);
}
