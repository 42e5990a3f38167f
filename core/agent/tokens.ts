/**
 * Tokens of a text, roughly and rather too many: four ASCII characters a token, one for each other character. English
 * takes about four characters a token in the vocabularies in use; Chinese and others take about one. Whole numbers, and
 * the estimate of a text is never more than the sum of those of its parts.
 */
export function estimateTokens(text: string): number {
  let others = 0;
  let units = 0;
  for (const character of text) {
    if (character > '\u007f') {
      others += 1;
      units += character.length;
    }
  }
  return Math.ceil((text.length - units) / 4) + others;
}

/** Tokens that a chat template puts around one message, at most about this many in the templates in use. */
export const MESSAGE_TOKENS = 8;

/** One message of a chat. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The same for the messages of a chat, with what a chat template puts around each. */
export function estimateChat(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + MESSAGE_TOKENS + estimateTokens(content), 0);
}
