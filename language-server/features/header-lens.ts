import type { CodeLens } from 'vscode-languageserver';
import { skipBlanks } from '../../core/trace/text';
import { visible } from '../../core/visible';
import type { PlacedRollout } from '../places/placed-rollout';
import type { RolloutFeature } from './provider';
import { shortened } from './words';

/** Golds that are named. */
const MOST_GOLDS = 3;

/** Values beside the score that are named. */
const MOST_VALUES = 6;

/** Characters of a gold, of a value and of a question. */
const GOLD = 60;
const VALUE = 30;
const QUESTION = 160;

/** Over the first line of a rollout: what is known of it beyond its text, as far as the file holds it. */
export const headerLens: RolloutFeature<CodeLens> = {
  name: 'header lens',
  of(placed) {
    const { question, text } = placed.rollout;
    const start = placed.places.startAt(skipBlanks(text, 0, text.length));
    const titles = [headline(placed), question?.trim() ? `Question: ${plain(question, QUESTION)}` : ''];
    return titles
      .filter((title) => title !== '')
      .map((title) => ({ range: { start, end: start }, command: { title, command: NO_COMMAND } }));
  },
};

/** Editors show a lens whose command has no name as text. */
const NO_COMMAND = '';

/** `score 0 · EM 0 · gold “Alexander the Great” · judge True`. */
function headline({ rollout, evidence }: PlacedRollout): string {
  const { golds, recorded } = rollout;
  const { score, ...others } = recorded;
  const words = isShort(score) ? [`score ${valueOf(score)}`] : [];
  if (evidence.correct !== null) words.push(`EM ${evidence.correct ? 1 : 0}`);
  if (golds.length > 0) words.push(goldWords(golds));
  const values = Object.entries(others).filter(([, value]) => isShort(value));
  for (const [name, value] of values.slice(0, MOST_VALUES))
    words.push(`${plain(name, VALUE)} ${valueOf(value)}`);
  return words.join(' · ');
}

function goldWords(golds: readonly string[]): string {
  const named = golds.slice(0, MOST_GOLDS).map((gold) => `“${plain(gold, GOLD)}”`);
  const more = golds.length - named.length;
  return `gold ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Whether a recorded value says something in a word or two. */
function isShort(value: unknown): value is string | number | boolean {
  if (typeof value === 'string') return value.trim() !== '' && value.length <= VALUE;
  return typeof value === 'number' || typeof value === 'boolean';
}

function valueOf(value: unknown): string {
  if (typeof value === 'number')
    return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return plain(String(value), VALUE);
}

/** Text of a trace on one line; lenses would read `$(name)` as an icon. */
function plain(text: string, length: number): string {
  return shortened(visible(text.slice(0, 8 * length)), length).replaceAll('$(', '\\$(');
}
