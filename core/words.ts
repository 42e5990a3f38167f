/** A clause with a full stop, where it does not end a sentence already. */
export function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** A clause, such as the message of an error, as a sentence: with a capital and a full stop; nothing stays nothing. */
export function sentence(clause: string): string {
  const [first] = clause;
  if (first === undefined) return '';
  return ended(`${first.toUpperCase()}${clause.slice(first.length)}`);
}

/** Milliseconds as `0.8 s`, `42 s`, `3 min 5 s`, `2 h 10 min`; less than nothing counts as nothing. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  // 9.95 would be rounded to 10.0.
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
