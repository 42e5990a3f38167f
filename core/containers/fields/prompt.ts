/** What stands before the question in prompts of this kind. */
const MARKS = ['Question: ', '\nUser: ', '\nUser:'];

/** Longest prompt without a mark that is taken for the question itself, in characters. */
const LONGEST_QUESTION = 1000;

/** The question after the last `Question: ` of a prompt, up to the line's end; null where there is no such mark. */
export function markedQuestion(prompt: string): string | null {
  const [mark] = MARKS;
  const at = mark ? prompt.lastIndexOf(mark) : -1;
  return at < 0 || !mark ? null : lineFrom(prompt, at + mark.length);
}

/** The question of a prompt: what follows a mark, or all of it where it is short. */
export function questionOf(prompt: string): string | null {
  for (const mark of MARKS) {
    const at = prompt.lastIndexOf(mark);
    if (at >= 0) return lineFrom(prompt, at + mark.length);
  }
  const whole = prompt.trim();
  return whole !== '' && whole.length <= LONGEST_QUESTION ? whole : null;
}

function lineFrom(text: string, start: number): string | null {
  const end = text.indexOf('\n', start);
  const line = text
    .slice(start, end < 0 ? text.length : end)
    .replace('<|im_end|>', '')
    .trim();
  return line === '' ? null : line;
}
