import { bodyOf, USUAL } from '../../core/agent/parameters';
import type { ExitCode, Io } from '../io';
import { terminalText } from '../terminal-text';
import { cutLine, type ExplainPrinting, type ExplainRequest } from './request';

/** Prints what would be sent, and sends nothing. */
export async function printPlan(
  io: Io,
  { id, explanation, endpoint, model, apiKey }: ExplainRequest,
  { json, maxTokens, apiKeyEnv }: ExplainPrinting,
): Promise<ExitCode> {
  const { messages, cuts, characters, tokens } = explanation;
  const url = endpoint === null ? null : `${endpoint.baseUrl}/chat/completions`;
  // The key itself is printed nowhere.
  const key = apiKey === null ? null : apiKeyEnv;
  if (json) {
    const body = bodyOf(model ?? '', messages, { maxTokens }, USUAL);
    await io.out(`${JSON.stringify({ id, url, key, body, characters, tokens, cuts }, null, 2)}\n`);
  } else {
    const head = [
      `to: ${url ?? '(no --base-url)'}`,
      `model: ${model ?? '(no --model)'}, at most ${maxTokens} tokens`,
      `key: ${key === null ? 'none' : `that in ${key}`}`,
    ];
    const parts = messages.map(({ role, content }) => `--- ${role} ---\n${content}`);
    await io.out(terminalText(`${head.join('\n')}\n\n${parts.join('\n\n')}\n`));
  }
  io.err(cutLine(explanation));
  io.err(`nothing was sent: ${characters} characters, about ${tokens} tokens\n`);
  return 0;
}
