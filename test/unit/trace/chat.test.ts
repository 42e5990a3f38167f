import { describe, expect, it } from 'vitest';
import { chat } from '../../../core/trace/dialects/chat';
import { dialects } from '../../../core/trace/dialects';
import type { Author, TextPart } from '../../../core/trace/model';
import { read, wholeText } from './support';

const TEXT =
  '<|im_start|>user\nWhich river?<|im_end|>\n<|im_start|>assistant\nI think the Orso.<|im_end|>\n' +
  '<|im_start|>user\nSure?<|im_end|>\n<|im_start|>assistant\n<think>no</think>\nThe Melka.<|im_end|>';

/** Messages as containers render them. */
function rendered(...messages: readonly (readonly [role: string, by: Author, content: string])[]) {
  let text = '';
  const parts: TextPart[] = [];
  const add = (piece: string, by: Author, made: boolean): void => {
    const part = { start: text.length, end: text.length + piece.length, by };
    parts.push({ ...part, path: made ? null : ['m'], rendered: made });
    text += piece;
  };
  messages.forEach(([role, by, content], at) => {
    add(`${at > 0 ? '<|im_end|>\n' : ''}<|im_start|>${role}\n`, at < 2 ? 'prompt' : 'environment', true);
    add(content, by, false);
  });
  return { text, parts };
}

describe('chat', () => {
  it('makes a turn of each message of the assistant, and an answer of the last', () => {
    const trace = read(chat, TEXT);
    expect(trace.turns.map(({ think, queries, documents }) => [think, queries, documents])).toEqual([
      [null, [], []],
      ['no', [], []],
    ]);
    expect(trace.answer?.text).toBe('The Melka.');
    expect(TEXT.slice(trace.answer?.start, trace.answer?.end)).toBe('The Melka.');
    expect(trace.elements.map((line) => line.slice(0, 12))).toEqual(['prompt promp', 'think policy']);
  });

  it('tells tools’ messages from users’', () => {
    const { text, parts } = rendered(
      ['user', 'prompt', 'Which river?'],
      ['assistant', 'policy', 'I look it up.'],
      ['tool', 'environment', 'On the Melka.'],
      ['user', 'environment', 'Well?'],
      ['assistant', 'policy', 'The Melka.'],
    );
    const trace = read(chat, text, parts);
    expect(trace.turns[0]?.documents).toMatchObject([{ text: 'On the Melka.', rank: 1, title: null }]);
    expect(trace.turns[1]?.documents).toEqual([]);
    expect(trace.answer?.text).toBe('The Melka.');
    expect(chat.recognise(text, parts)?.because).toBe('chat messages, 2 of the assistant, without tags');
  });

  it('takes the last message that says anything', () => {
    const { text, parts } = rendered(
      ['user', 'prompt', 'Which?'],
      ['assistant', 'policy', 'The Melka.'],
      ['user', 'environment', 'Thanks.'],
      ['assistant', 'policy', '  '],
    );
    expect(read(chat, text, parts).answer?.text).toBe('The Melka.');
    expect(read(chat, 'no chat').answer?.text).toBe('no chat');
  });

  it('gives way to every dialect whose tags stand in the chat', () => {
    const weights = (text: string): Record<string, number> =>
      Object.fromEntries(
        dialects.flatMap((dialect) => {
          const evidence = dialect.recognise(text, wholeText(text));
          return evidence ? [[dialect.id, evidence.weight]] : [];
        }),
      );
    const plainChat = TEXT.replace('<think>no</think>', '');
    expect(weights(plainChat)).toEqual({ chat: 0.15, plain: 0.01 });
    for (const tags of ['<search>q</search>', '<tool_call>q</tool_call>', '<call_tool>q</call_tool>']) {
      const all = weights(`${plainChat.slice(0, -10)}${tags}<|im_end|>`);
      const { chat: own = 0, plain, ...others } = all;
      expect(own).toBeGreaterThan(plain ?? 1);
      expect(Math.max(...Object.values(others))).toBeGreaterThan(own);
    }
  });
});
