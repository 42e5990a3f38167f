import type { Behaviour, Voice } from '../family/behaviours';
import type { SearchLabel } from '../family/label';
import { tagged } from '../family/voices';
import type { Random } from '../random';
import type { Retriever } from '../retriever';
import type { Question } from '../world/questions';
import { type Chat, type Message, results } from './chat';

/** Documents a search brings; the default is 5, our passages are short. */
const K = 2;
const MAX_GENERATIONS = 32;

/** ReZero’s own way of writing: no blanks inside the tags. */
export const voice: Voice = {
  ...tagged,
  search: (query) => `<search>${query}</search>`,
  answer: (text) => `<answer>${text}</answer>`,
};

/** The prompts, in our wording; dates and tags follow the system. (ReZero: `src/prompts.py`) */
export const opening = (question: string): Message[] => [
  {
    role: 'system',
    content: 'Cutting Knowledge Date: December 2023\nToday Date: 09 Apr 2025\n\nYou help by searching first.',
  },
  {
    role: 'user',
    content:
      'Reason in <think> and </think> each time. Then either search in <search> and </search> or answer in <answer> and ' +
      `</answer>, never both, and end with the closing tag.\nQuestion: ${question}\n`,
  },
];

/** Runs one behaviour until a message holds no complete search. (ReZero: `src/agent.py`) */
export function execute(
  question: Question,
  behaviour: Behaviour,
  retriever: Retriever,
  random: Random,
): Chat {
  const messages = opening(question.question);
  const searches: SearchLabel[] = [];
  const turns = behaviour.turns(question, voice, random).slice(0, MAX_GENERATIONS);
  for (const content of turns) {
    messages.push({ role: 'assistant', content });
    const query = [...content.matchAll(/<search>(.*?)<\/search>/gs)].at(-1)?.[1];
    if (query === undefined || query === '') break;
    if (query === 'crash') {
      const error = 'Error during post-processing: index 4 is out of bounds';
      messages.push({ role: 'system', content: error });
      searches.push({ queries: [query], titles: [[]], error });
      break;
    }
    const { text, label } = results(retriever, query, K);
    messages.push({ role: 'user', content: `<information>${text}</information>` });
    searches.push(label);
  }
  return { messages, searches };
}
