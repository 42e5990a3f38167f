import { behaviours, solve, type Behaviour, type Voice } from '../family/behaviours';
import type { SearchLabel, SystemRollout } from '../family/label';
import { questionOf, tagged } from '../family/voices';
import { writeLabels } from '../family/write';
import { pythonJson, PythonFloat } from '../json';
import type { Outputs } from '../outputs';
import { Random } from '../random';
import type { Retriever } from '../retriever';
import { lengthOfPieces } from '../text';
import { Transcript } from '../transcript';
import { questions, type Question } from '../world/questions';
import { reward } from './reward';

/** Tokens of a response; the scripts allow 8192, our passages are short. */
const MAX_RESPONSE = 520;
const TOP_N = 2;

const voice: Voice = {
  ...tagged,
  answer: (text) => `<answer> The final answer is \\[ \\boxed{${text}} \\] </answer>`,
  forged: (fact) => `<result>\nIt is well known that ${fact}.\n</result>`,
};

const boxes = (name: string, on: string, end: (gold: string, wrong: string) => string): Behaviour => ({
  name,
  on,
  turns: (q, v, r) => solve(q, v, r, end(q.golds[0] ?? '', q.wrong)),
});

const extra: readonly Behaviour[] = [
  boxes('text-in-box', 'q03', (gold) => `<answer> \\boxed{\\text{${gold}}} </answer>`),
  boxes('two-boxes', 'q05', (gold, wrong) => `<answer> not \\boxed{${wrong}} but \\boxed{${gold}} </answer>`),
  boxes('no-box', 'q11', (gold) => `<answer> ${gold} </answer>`),
];

/** The instruction with its example, around Qwen’s template. (ReSearch: `src/verl/utils/dataset/template.py`) */
const prompt = (question: string): string =>
  '<|im_start|>system\nYou are a helpful assistant that can use a search tool. Reason and search step by step, like: ' +
  '<think> This is the reasoning process. </think> <search> search query here </search> <result> search result here ' +
  '</result> <think> This is the reasoning process. </think> <answer> The final answer is \\[ \\boxed{answer here} \\] ' +
  `</answer>. The answer proper stands in \\boxed{}.<|im_end|>\n<|im_start|>user\n${question}<|im_end|>\n<|im_start|>assistant\n`;

/** Runs one behaviour: generation stops at `</search>`, nothing limits the turns but the length of the response. */
function execute(question: Question, behaviour: Behaviour, retriever: Retriever, random: Random): Ran {
  const transcript = new Transcript();
  const asked = prompt(question.question);
  transcript.write('prompt', asked);
  const pieces: {
    readonly by: 'policy' | 'environment';
    readonly text: string;
    readonly label?: SearchLabel;
  }[] = [];
  for (const turn of behaviour.turns(question, voice, random)) {
    const closer = turn.indexOf('</search>');
    const said = closer < 0 ? turn : turn.slice(0, closer + '</search>'.length);
    pieces.push({ by: 'policy', text: said });
    if (closer < 0) break;
    const opener = said.lastIndexOf('<search>');
    const query = opener < 0 ? '' : said.slice(opener + '<search>'.length, closer).trim();
    const results = query === '' ? [] : retriever.search(query, TOP_N);
    const found = results.map(({ title, text }) => `"${title}"\n${text}`).join('\n\n');
    const titles = [results.map(({ title }) => title)];
    const label = { queries: [query], titles, error: null };
    pieces.push({ by: 'environment', text: ` <result>\n${found}\n</result>`, label });
  }
  const whole = `${pieces.map(({ text }) => text).join('')}<|im_end|>`;
  let left = lengthOfPieces(whole, MAX_RESPONSE);
  const searches: SearchLabel[] = [];
  let truncated = false;
  for (const { by, text, label } of [...pieces, { by: 'policy' as const, text: '<|im_end|>' }]) {
    const kept = text.slice(0, Math.max(0, left));
    transcript.write(by, kept);
    left -= text.length;
    if (label && kept.includes('<result>')) searches.push(shown(label, kept));
    truncated ||= label !== undefined && kept.includes('<result>') && kept !== text;
  }
  return { text: transcript.text, runs: transcript.runs, searches, truncated };
}

interface Ran {
  readonly text: string;
  readonly runs: SystemRollout['runs'];
  readonly searches: readonly SearchLabel[];
  readonly truncated: boolean;
}

const shown = (label: SearchLabel, kept: string): SearchLabel => ({
  ...label,
  titles: label.titles.map((titles) => titles.filter((title) => kept.includes(`"${title}"\n`))),
});

/** The answer element’s last box; the whole content where there is none. */
function answerIn(response: string): string | null {
  const content = /<answer>(.*?)<\/answer>/s.exec(response)?.[1];
  if (content === undefined) return null;
  const box = content.split('\\boxed{').at(-1) ?? '';
  const end = box.startsWith('\\text{') ? box.indexOf('}') + 1 : box.indexOf('}');
  return content.includes('\\boxed{') ? box.slice(0, end) : content.trim();
}

/** `examples/research/train_1.jsonl`. (ReSearch: `src/verl/workers/reward_manager/re_search.py`) */
export function writeReSearch(out: Outputs, retriever: Retriever): void {
  const file = 'examples/research/train_1.jsonl';
  const random = new Random(231);
  const rollouts: SystemRollout[] = [];
  const lines = [...behaviours, ...extra].map((behaviour) => {
    const question = questionOf(questions, behaviour.on);
    const { text, ...ran } = execute(question, behaviour, retriever, random);
    const { score, reason } = reward(text, question.golds);
    const answer = answerIn(
      ran.runs
        .filter(({ by }) => by === 'policy')
        .map(({ start, end }) => text.slice(start, end))
        .join(''),
    );
    const { question: asked, golds } = question;
    rollouts.push({ behaviour: behaviour.name, question: asked, golds, ...ran, answer, notices: 0, score });
    return pythonJson({
      data_source: 'generated',
      sequences_str: text,
      ground_truth: golds,
      score: Number.isInteger(score) && score > 0 ? new PythonFloat(score) : score,
      reason,
    });
  });
  out.text(file, lines.map((line) => `${line}\n`).join(''));
  writeLabels(out, { file, dialect: 'research', rollouts });
}
