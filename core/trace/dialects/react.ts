import type { Dialect, TagMeaning } from '../dialect';
import { labelsIn } from '../react/labels';
import { actionIn } from '../react/actions';
import { parseReact } from '../react/parse';
import { reactStart } from '../react/prompt';

const label = (open: string, by: TagMeaning['by'], meaning: string): TagMeaning => ({
  open,
  close: null,
  by,
  at: 'line',
  meaning,
});

const action = (name: string, meaning: string): TagMeaning => ({
  open: `${name}[`,
  close: ']',
  by: 'policy',
  at: 'element',
  meaning,
});

/** Steps that are looked at before a text is recognised. */
const STEPS = 64;

/**
 * Thought/Action/Observation transcripts: ReAct (ysymyth/ReAct), Reflexion (noahshinn/reflexion `hotpotqa_runs`), FireAct
 * (anchen1011/FireAct), AutoAct and KnowAgent (zjunlp), LATS.
 */
export const react: Dialect = {
  id: 'react',
  title: 'ReAct (Thought, Action, Observation)',
  searchLimit: null,
  extraction: { over: 'response', minimum: 1 },
  tags: [
    label('Thought:', 'policy', 'Reasoning of the policy; `Thought 2:` where steps are numbered.'),
    label('ActionPath:', 'policy', 'KnowAgent’s plan: the actions so far, from `Start`.'),
    label('Action:', 'policy', 'What the policy does, as `Name[argument]`. The first of a turn is run.'),
    label(
      'Observation:',
      'environment',
      'What the action brought: a page, a snippet, a sentence, words of failure, or whether the answer is right.',
    ),
    action('Search', 'A search for a page by its title, or on the web, as the system has it.'),
    action('BingSearch', 'AutoAct’s search on the web.'),
    action('search', 'FireAct’s search on the web; its observation is one snippet.'),
    action('Retrieve', 'The first paragraph of the page with exactly this title.'),
    action('Lookup', 'The next sentence with this keyword in the page found last. It retrieves nothing new.'),
    {
      ...action('Finish', 'The answer; the environment says whether it is right. The last one run counts.'),
      answers: true,
    },
    { ...action('finish', 'FireAct’s answer; the episode ends.'), answers: true },
    action('Reflect', 'AutoAct’s judgement of its own answer, `right` or `wrong`, after every answer.'),
  ],
  recognise(text, parts) {
    const start = reactStart(text, parts);
    const labels = labelsIn(text, start, text.length).slice(0, STEPS);
    const count = (name: string): number => labels.filter((each) => each.name === name).length;
    const acts = labels.filter(({ name, end }, at) => {
      const stop = labels[at + 1]?.start ?? text.length;
      return name === 'Action' && actionIn(text, end, stop).name !== '';
    }).length;
    const [thoughts, observations] = [count('Thought'), count('Observation')];
    if (acts === 0 && (thoughts === 0 || count('Action') === 0)) return null;
    const because = `\`Thought:\` ×${thoughts}, \`Action: Name[…]\` ×${acts}, \`Observation:\` ×${observations}`;
    return { weight: acts > 0 && thoughts + observations > 0 ? 0.9 : 0.5, because };
  },
  parse: parseReact,
};
