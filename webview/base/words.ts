const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A whole number with its thousands apart: `2,300`. Pages speak English, wherever they are read. */
export function whole(number: number): string {
  return WHOLE.format(number);
}

/** `1 rollout`, `2,300 rollouts`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${whole(number)} ${number === 1 ? one : many}`;
}
