import type { Evidence } from '../dialect';
import type { TextPart } from '../model';
import { countMarks } from '../recognise';
import { responseStart } from '../response';
import { skipBlanks } from '../text';

/** Systems that share `<search>`, and all but one `<information>`; what they put in tells them apart. */
export type Member = 'search-r1' | 'rag-r1' | 'routerag' | 'research' | 'rezero';

interface Sight extends Evidence {
  readonly member: Member;
}

/** Elements of a kind that are looked at in one text. */
const LOOKED_AT = 64;

/** Prompts are looked through for examples up to this many characters. */
const PROMPT_HEAD = 16_384;

/** What stands before an information element that the environment wrote. */
const BEFORE_OBSERVATION = ['</search>', '<|im_start|>user', '<|end_header_id|>'] as const;

/**
 * How much a text looks like one of the family: its own mark, or, weakly, tags that all of them use. Null where the
 * mark of another one stands in the text.
 */
export function memberEvidence(member: Member, text: string, parts: readonly TextPart[]): Evidence | null {
  const start = responseStart(text, parts);
  const response = text.slice(start);
  const sight = sightOf(
    text.slice(Math.max(0, start - PROMPT_HEAD), start),
    response,
    environments(parts, start),
  );
  if (sight) return sight.member === member ? { weight: sight.weight, because: sight.because } : null;
  const shared = countMarks(response, ['<search>', member === 'research' ? '<result>' : '<information>']);
  return shared.total > 0 ? { weight: 0.3, because: shared.clause } : null;
}

/** Whether a text bears the mark of a member other than `member`. */
export function isOfAnother(member: Member, text: string, parts: readonly TextPart[]): boolean {
  const start = responseStart(text, parts);
  const prompt = text.slice(Math.max(0, start - PROMPT_HEAD), start);
  const sight = sightOf(prompt, text.slice(start), environments(parts, start));
  return sight !== null && sight.member !== member;
}

/** Offsets in the response at which the environment's parts start. */
function environments(parts: readonly TextPart[], start: number): ReadonlySet<number> {
  return new Set(parts.filter(({ by }) => by === 'environment').map((part) => part.start - start));
}

/** The first mark of a member, in the order in which marks tell most. */
function sightOf(prompt: string, response: string, environment: ReadonlySet<number>): Sight | null {
  return (
    research(prompt, response) ??
    routerag(prompt, response) ??
    layout(response, environment) ??
    ragR1Prompt(prompt) ??
    rezeroPrompt(prompt)
  );
}

function research(prompt: string, response: string): Sight | null {
  const follows = offsetsOf(response, '<result>').some((at) => endsWith(response, at, '</search>'));
  const boxed = response.includes('\\boxed');
  if (follows)
    return {
      member: 'research',
      weight: boxed ? 0.96 : 0.9,
      because: `\`<result>\` follows \`</search>\`${boxed ? ', and `\\boxed` stands in the answer' : ''}`,
    };
  const asked = prompt.includes('<result>') && prompt.includes('\\boxed') && prompt.includes('<search>');
  return asked
    ? { member: 'research', weight: 0.9, because: 'its prompt shows `<result>` and `\\boxed`' }
    : null;
}

function routerag(prompt: string, response: string): Sight | null {
  const mode = modeIn(response);
  if (mode) return { member: 'routerag', weight: 0.97, because: `a query starts with \`${mode}\`` };
  if (
    ['<information> Doc 1(Title: ', '<information>  </information>'].some((mark) => response.includes(mark))
  )
    return { member: 'routerag', weight: 0.97, because: '`<information>` and a blank inside it' };
  const example = modeIn(prompt);
  return example
    ? { member: 'routerag', weight: 0.97, because: `its prompt shows a query with \`${example}\`` }
    : null;
}

/** A mode that follows an opening search tag, as written. */
function modeIn(text: string): string | undefined {
  const modes = ['[passage]', '[graph]'];
  for (const at of offsetsOf(text, '<search>')) {
    const query = skipBlanks(text, at + '<search>'.length, text.length);
    const mode = modes.find((mark) => text.startsWith(mark, query));
    if (mode !== undefined) return mode;
  }
  return undefined;
}

/** What the first observation looks like. */
function layout(response: string, environment: ReadonlySet<number>): Sight | null {
  const at = offsetsOf(response, '<information>').find(
    (offset) =>
      environment.has(offset) || BEFORE_OBSERVATION.some((mark) => endsWith(response, offset, mark)),
  );
  if (at === undefined) return null;
  const content = at + '<information>'.length;
  const body = skipBlanks(response, content, response.length);
  const broken = response.slice(content, body).includes('\n');
  const starts = (mark: string): boolean => response.startsWith(mark, body);
  if (
    broken &&
    starts('{') &&
    response.startsWith('"query"', skipBlanks(response, body + 1, response.length))
  )
    return { member: 'rag-r1', weight: 0.96, because: '`<information>` holds JSON with `query`' };
  if (broken && starts('Doc 1: '))
    return { member: 'rag-r1', weight: 0.96, because: '`<information>` holds lines `Doc 1: …`' };
  if (starts('Doc 1(Title: '))
    return { member: 'search-r1', weight: 0.95, because: '`<information>Doc 1(Title: `' };
  if (starts('Result 1:'))
    return { member: 'rezero', weight: 0.96, because: '`<information>Result 1:` in a message' };
  return null;
}

function ragR1Prompt(prompt: string): Sight | null {
  const shown = /<search>\s{0,4}query_1\s?,\s?query_2/.test(prompt);
  return shown ? { member: 'rag-r1', weight: 0.96, because: 'its prompt shows `query_1,query_2`' } : null;
}

/** ReZero's prompt dates the day, shows search and answer, and never names information. */
function rezeroPrompt(prompt: string): Sight | null {
  const shown = ['Today Date: ', '<search>', '</search>', '<answer>', '</think>'].every((mark) =>
    prompt.includes(mark),
  );
  return shown && !prompt.includes('<information>')
    ? { member: 'rezero', weight: 0.7, because: 'its prompt is dated, and shows search and answer alone' }
    : null;
}

function offsetsOf(text: string, mark: string): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(mark); at >= 0 && offsets.length < LOOKED_AT; at = text.indexOf(mark, at + 1))
    offsets.push(at);
  return offsets;
}

/** Whether a mark and nothing but blanks stands before an offset. */
function endsWith(text: string, at: number, mark: string): boolean {
  return text
    .slice(Math.max(0, at - mark.length - 8), at)
    .trimEnd()
    .endsWith(mark);
}
