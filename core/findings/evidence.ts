import { exactMatch } from '../reward/answer-match';
import { saysNothingFound } from './containment';
import { Layout } from './layout';
import { Haystack, Needle } from './needle';
import type { Document } from '../trace/model';
import { RoughText } from './rough-text';
import type { Evidence, Passage, UncheckedRollout } from './rule';
import { broughtDocuments } from './tool-result';
import { judgedRight } from './verdict';

export { goldInDocument } from './containment';
export { rangesOf } from './ranges';

/** The evidence of one rollout. Nothing is normalised before a rule asks, and each document at most once. */
export function evidenceOf(rollout: UncheckedRollout): Evidence {
  return new LazyEvidence(rollout);
}

type Place = Evidence['gold'];

class LazyEvidence implements Evidence {
  // What is known so far. Every field is there from the start: objects that grow one as they are asked get hidden
  // classes of their own, and what was compiled for one is thrown away at the next.
  #judgedRight: boolean | null | undefined = undefined;
  #correct: boolean | undefined = undefined;
  #searchableGolds: readonly string[] | undefined = undefined;
  #needles: readonly Needle[] | undefined = undefined;
  #gold: Place | undefined = undefined;
  #answer: Place | undefined = undefined;
  #retrieved: boolean | undefined = undefined;
  #passages: readonly Passage[] | undefined = undefined;

  readonly layout: Layout;

  constructor(private readonly rollout: UncheckedRollout) {
    this.layout = new Layout(rollout);
  }

  get judgedRight(): boolean | null {
    if (this.#judgedRight === undefined) this.#judgedRight = judgedRight(this.rollout.recorded);
    return this.#judgedRight;
  }

  get correct(): boolean | null {
    const { answer, golds } = this.rollout;
    if (answer === null || golds.length === 0) return null;
    return (this.#correct ??= exactMatch(answer.text, golds));
  }

  get searchableGolds(): readonly string[] {
    return (this.#searchableGolds ??= this.needles.map(({ raw }) => raw));
  }

  get needles(): readonly Needle[] {
    return (this.#needles ??= searchable(this.rollout.golds));
  }

  get gold(): Place {
    if (this.#gold === undefined) this.#gold = this.place(this.needles);
    return this.#gold;
  }

  get answer(): Place {
    const { answer } = this.rollout;
    if (this.#answer === undefined)
      this.#answer = answer === null ? null : this.place([new Needle(answer.text)]);
    return this.#answer;
  }

  get retrieved(): boolean {
    return (this.#retrieved ??= this.rollout.turns.some(
      (turn) => broughtDocuments(turn) && turn.documents.some(({ text }) => text.trim() !== ''),
    ));
  }

  get passages(): readonly Passage[] {
    return (this.#passages ??= passagesOf(this.rollout));
  }

  /** The first document with any of the texts in it. Normalised texts are looked for in normalised documents. */
  private place(needles: readonly Needle[]): Place {
    if (needles.every(({ normal }) => normal === '')) return null;
    for (const passage of this.passages) {
      if (passage.document === null) continue;
      if (needles.some((needle) => passage.holds(needle))) {
        return { turn: passage.turn, document: passage.document };
      }
    }
    return null;
  }
}

/**
 * Golds worth looking for. One closed or numeric alias makes the whole question one of that kind (`12`, `twelve`), so
 * none is; single characters and golds that normalise to nothing are merely left out.
 */
function searchable(golds: readonly string[]): readonly Needle[] {
  const needles = golds.map((gold) => new Needle(gold));
  if (needles.some(({ normal }) => saysNothingFound(normal))) return [];
  return needles.filter(({ normal }) => /[^\p{ASCII}]|../u.test(normal));
}

function passagesOf({ turns, text }: UncheckedRollout): readonly Passage[] {
  const found: { readonly turn: number; readonly document: number | null; readonly source: Source }[] = [];
  for (const [index, { documents, observation }] of turns.entries()) {
    if (documents.length === 0 && observation !== null) {
      const source = { title: null, text: text.slice(observation.start, observation.end) };
      found.push({ turn: index, document: null, source });
    }
    for (const [place, source] of documents.entries()) found.push({ turn: index, document: place, source });
  }
  const rough = new RoughText(found.map(({ source }) => source));
  return found.map(({ turn, document, source }, at) => new LazyPassage(turn, document, source, rough, at));
}

type Source = Pick<Document, 'title' | 'text'>;

class LazyPassage extends Haystack implements Passage {
  constructor(
    readonly turn: number,
    readonly document: number | null,
    source: Source,
    rough: RoughText,
    at: number,
  ) {
    super(source, rough, at);
  }
}
