import { evidenceOf, rangesOf } from '../../findings/evidence';
import { turnAt } from '../../findings/places';
import type { Document, Rollout, Segment, Turn } from '../../trace/model';
import { placed, type PlacedPiece } from './piece';

/** Units of a document in which a gold is looked for, to know what to keep of it. */
const SEARCHED = 100_000;

/** Longest title and gold that are told beside a document. */
const TITLE = 200;

/** What the trace itself holds, in its order: prompt, thoughts, queries, documents, notices and answer. */
export function tracePieces(rollout: Rollout): PlacedPiece[] {
  const golds = goldsIn(rollout);
  const pieces = [
    ...rollout.turns.flatMap((turn, index) => turnPieces(rollout, turn, index, golds)),
    ...rollout.segments.flatMap((segment) => segmentPieces(rollout, segment)),
    ...answerPieces(rollout),
  ];
  return pieces.sort((a, b) => a.at - b.at);
}

/** The gold that each document holds, for those that hold one and where that says something. */
function goldsIn(rollout: Rollout): ReadonlyMap<Document, string> {
  const { needles, passages } = evidenceOf(rollout);
  const held = new Map<Document, string>();
  for (const passage of needles.length > 0 ? passages : []) {
    const { documents = [] } = rollout.turns[passage.turn] ?? {};
    const document = passage.document === null ? undefined : documents[passage.document];
    const needle = document && needles.find((each) => passage.holds(each));
    if (document && needle) held.set(document, needle.raw);
  }
  return held;
}

function turnPieces(
  { text }: Rollout,
  { start, end, think, queries, documents, error, observation }: Turn,
  index: number,
  golds: ReadonlyMap<Document, string>,
): PlacedPiece[] {
  const turn = { turn: index + 1 };
  const pieces: PlacedPiece[] = [];
  if (think !== null && think.trim() !== '') {
    pieces.push(placed(start, 'thoughts', turn, 'thought', think, 'ends'));
  }
  for (const [at, query] of queries.entries()) {
    const fields = { ...turn, query: at + 1, ...(query.mode === null ? {} : { mode: query.mode }) };
    pieces.push(placed(query.start, 'queries and notices', fields, 'text', query.text, 'ends'));
  }
  pieces.push(...documents.map((document) => documentPiece(document, index, golds.get(document) ?? null)));
  const told = observation?.start ?? end;
  if (error !== null) {
    pieces.push(placed(told, 'queries and notices', turn, 'environment_notice', error, 'ends'));
  } else if (documents.length === 0 && observation !== null) {
    const observed = text.slice(observation.start, observation.end);
    pieces.push(placed(told, 'other documents', turn, 'observation', observed, 'ends'));
  }
  return pieces;
}

function documentPiece(
  { rank, query, title, text, score, start }: Document,
  turn: number,
  gold: string | null,
): PlacedPiece {
  const fields = {
    turn: turn + 1,
    document: rank,
    for_query: query + 1,
    ...(title === null ? {} : { title: title.slice(0, TITLE) }),
    ...(Number.isFinite(score) ? { score } : {}),
    ...(gold === null ? {} : { holds_gold: gold.slice(0, TITLE) }),
  };
  if (gold === null) return placed(start, 'other documents', fields, 'text', text, 'start');
  // One that stands in the title alone, or far down, keeps the beginning.
  const around = rangesOf(gold, text.slice(0, SEARCHED))[0]?.start ?? 0;
  return placed(start, 'documents with a gold', fields, 'text', text, { around });
}

/** What stands in no member of a turn: the prompt, and what the policy wrote that no tag of its dialect holds. */
function segmentPieces(rollout: Rollout, { kind, by, start, end }: Segment): PlacedPiece[] {
  const text = rollout.text.slice(start, end);
  const key = by === 'policy' ? POLICY_KEYS[kind] : undefined;
  if (text.trim() === '' || (by !== 'prompt' && key === undefined)) return [];
  if (key === undefined) return [placed(start, 'prompt', {}, 'prompt', text, 'ends')];
  return [placed(start, 'thoughts', turnOf(rollout, start), key, text, 'ends')];
}

const POLICY_KEYS: Partial<Record<Segment['kind'], string>> = {
  text: 'other_text_of_the_policy',
  information: 'information_forged_by_the_policy',
};

function answerPieces(rollout: Rollout): PlacedPiece[] {
  const { answer } = rollout;
  if (answer === null) return [];
  const fields = turnOf(rollout, answer.start);
  return [placed(answer.start, 'golds and answer', fields, 'final_answer', answer.text, 'ends')];
}

/** The turn that covers an offset, as a member; none where no turn does. */
function turnOf(rollout: Rollout, offset: number): { readonly turn?: number } {
  const turn = turnAt(rollout, offset);
  return turn === null ? {} : { turn: turn + 1 };
}
