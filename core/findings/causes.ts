import type { Report, Sighting } from './rule';

/** What was seen several times for one reason, so that it is said once: of the first, with how many more there are. */
export class Causes {
  readonly #byCause = new Map<string, { readonly first: Sighting; more: number }>();

  add(cause: string, sighting: Sighting): void {
    const known = this.#byCause.get(cause);
    if (known) known.more++;
    else this.#byCause.set(cause, { first: sighting, more: 0 });
  }

  /** Reports the first sighting of each cause; `addition` is put behind the message where there are more. */
  tell(addition: (more: number) => string, report: Report): void {
    if (this.#byCause.size === 0) return;
    for (const { first, more } of this.#byCause.values())
      report(more === 0 ? first : { ...first, message: `${first.message}${addition(more)}` });
  }
}
