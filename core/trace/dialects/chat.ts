import { parseChat } from '../chat/parse';
import type { Dialect } from '../dialect';
import type { TextPart } from '../model';
import { unknownTags } from '../unknown-tags';

const ASSISTANT = '<|im_start|>assistant';
/** The assistant's header in each template. */
const HEADERS = [ASSISTANT, '<|start_header_id|>assistant<|end_header_id|>', '<｜Assistant｜>'] as const;

/** Chat messages without tags or tools: each of the assistant's is a turn, its last one the answer. */
export const chat: Dialect = {
  id: 'chat',
  title: 'Chat messages without tags',
  tags: [],
  searchLimit: null,
  extraction: { over: 'response', minimum: 1 },
  recognise(text, parts) {
    const messages = messagesIn(text, parts);
    if (messages === 0) return null;
    const what = `chat messages, ${messages} of the assistant`;
    const tags = unknownTags(text, []).slice(0, 4);
    if (tags.length === 0) return { weight: 0.15, because: `${what}, without tags` };
    const names = tags.map(({ tag, count }) => `\`${tag}\` ×${count}`).join(', ');
    return { weight: 0.05, because: `${what}; tags are left as text: ${names}` };
  },
  parse: parseChat,
};

/** How many messages of the assistant a text shows, by headers that were put in or that stand there. */
function messagesIn(text: string, parts: readonly TextPart[]): number {
  const headers = parts.filter(
    ({ rendered, path, end }) => rendered && path === null && text.endsWith(`${ASSISTANT}\n`, end),
  ).length;
  if (headers > 0) return headers;
  return Math.max(...HEADERS.map((header) => text.split(header).length - 1));
}
