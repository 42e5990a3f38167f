/** Lines by which a training's standard output is known: Ray's prefix, metrics, progress bars, shell traces. */
/* eslint-disable no-control-regex -- the colour codes of terminals begin with ESC */
const LOG = [
  /^(?:\u001b\[\d+m)?\([\w.:]+ pid=\d+/m,
  /^step:\d+ - /m,
  // AutoDidact prints a step's prompts, then its rewards.
  /^rewards_per_func: tensor\(/m,
  // The panel of completions that TRL prints, wrapped to the terminal's width.
  /^╭─{1,400} Step \d{1,12} ─{1,400}╮\r?$/m,
  /^-{32}\r?\n(?:\u001b\[\d+m)?Golden answers: /m,
  /^(?:INFO|WARNING|ERROR|DEBUG)[ :]/m,
  // Python's logging as most configure it: `time - name - LEVEL - message`.
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:,\d{3})? - \S{1,200} - (?:INFO|WARNING|ERROR|DEBUG|CRITICAL) - /m,
  /^(?:\u001b\[\d+m)?\d{4}-\d\d-\d\d at \d\d:\d\d:\d\d(?:\u001b\[0m)? \| (?:\u001b\[\d+m){0,2}[A-Z]{4,8} {0,4}(?:\u001b\[0m)? ?\| /m,
];
/* eslint-enable no-control-regex */

/** Why a text is a table or a log rather than rollouts; null where it may hold rollouts. */
export function describeText(head: string, name: string): string | null {
  if (/\.(?:md|markdown|rst|html?)$/i.test(name)) return 'it is a document about something, not rollouts';
  if (/\.csv$/i.test(name)) return 'it is a table of comma-separated values, not rollouts';
  if (/\.tsv$/i.test(name) || isTable(head)) return 'it is a table of tab-separated values, not rollouts';
  if (LOG.some((line) => line.test(head))) return "it is a training's standard output, which is not read yet";
  return null;
}

/** Whether nearly every line holds the same number of tabs. */
function isTable(head: string): boolean {
  const rows = head
    .split('\n')
    .slice(0, 50)
    .filter((line) => line.trim() !== '');
  const tabs = rows.map((line) => line.split('\t').length - 1);
  const [first = 0] = tabs;
  return (
    first > 0 && rows.length > 1 && tabs.filter((count) => count === first).length * 10 >= rows.length * 9
  );
}
