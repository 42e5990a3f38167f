import { exactMatch } from '../reward/answer-match';
import { normaliseN1 } from '../reward/normalise';
import { indexOnBoundaries, normaliseDocument, saysNothingFound } from './containment';
import { Layout } from './layout';
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
  private readonly memo: Partial<{ -readonly [Key in keyof Evidence]: Evidence[Key] }> = {};

  readonly layout: Layout;

  constructor(private readonly rollout: UncheckedRollout) {
    this.layout = new Layout(rollout);
  }

  get judgedRight(): boolean | null {
    if (this.memo.judgedRight === undefined) this.memo.judgedRight = judgedRight(this.rollout.recorded);
    return this.memo.judgedRight;
  }

  get correct(): boolean | null {
    const { answer, golds } = this.rollout;
    if (answer === null || golds.length === 0) return null;
    return (this.memo.correct ??= exactMatch(answer.text, golds));
  }

  get searchableGolds(): readonly string[] {
    return (this.memo.searchableGolds ??= searchable(this.rollout.golds));
  }

  get gold(): Place {
    if (this.memo.gold === undefined) this.memo.gold = this.place(this.searchableGolds);
    return this.memo.gold;
  }

  get answer(): Place {
    const { answer } = this.rollout;
    if (this.memo.answer === undefined) this.memo.answer = answer === null ? null : this.place([answer.text]);
    return this.memo.answer;
  }

  get retrieved(): boolean {
    return (this.memo.retrieved ??= this.rollout.turns.some(broughtDocuments));
  }

  get passages(): readonly Passage[] {
    return (this.memo.passages ??= passagesOf(this.rollout));
  }

  /** The first document with any of the texts in it. Normalised texts are looked for in normalised documents. */
  private place(texts: readonly string[]): Place {
    const needles = texts.map(normaliseN1).filter((needle) => needle !== '');
    if (needles.length === 0) return null;
    for (const passage of this.passages) {
      if (passage.document === null) continue;
      if (needles.some((needle) => indexOnBoundaries(needle, passage.normal) >= 0)) {
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
function searchable(golds: readonly string[]): readonly string[] {
  const normal = golds.map(normaliseN1);
  if (normal.some(saysNothingFound)) return [];
  return golds.filter((_gold, index) => /[^\p{ASCII}]|../u.test(normal[index] ?? ''));
}

function passagesOf({ turns, text }: UncheckedRollout): readonly Passage[] {
  return turns.flatMap((turn, index): Passage[] => {
    if (turn.documents.length === 0 && turn.observation !== null) {
      const { start, end } = turn.observation;
      return [new LazyPassage(index, null, () => normaliseN1(text.slice(start, end)))];
    }
    return turn.documents.map(
      (document, place) => new LazyPassage(index, place, () => normaliseDocument(document)),
    );
  });
}

class LazyPassage implements Passage {
  private made: string | null = null;

  constructor(
    readonly turn: number,
    readonly document: number | null,
    private readonly make: () => string,
  ) {}

  get normal(): string {
    return (this.made ??= this.make());
  }
}
