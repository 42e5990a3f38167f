import { turnAt } from '../places';
import type { Rule, Sighting, UncheckedRollout } from '../rule';

const QUERY = /^\[S_(?:Rewritten|Decomposed|Disambiguated)_Query\]$/;
const TOKENS =
  /\[(?:S_(?:Rewritten|Decomposed|Disambiguated)_Query|S_Response|R_Evidences|\/R_Evidences|A_Response|EOS)\]/g;

/** Blocks of RQ-RAG (query, evidence, answer) that lack a part. */
export const refinementBlocks: Rule = {
  id: 'refinement-blocks',
  title: 'Incomplete block',
  severity: 'warning',
  explanation:
    'A query, its evidence or the answer lacks the token that ends or begins it. RQ-RAG’s tree search then takes a ' +
    'placeholder for the query or the answer, and the path is scored for that.',
  dialects: ['rq-rag'],
  *check({ rollout }) {
    for (const { start, end, message } of wrongIn(rollout)) {
      yield { start, end, turn: turnAt(rollout, start), message };
    }
  },
};

function* wrongIn({ text, segments }: UncheckedRollout): Generator<Omit<Sighting, 'turn'>> {
  const from = segments.find(({ by }) => by !== 'prompt')?.start ?? text.length;
  const tokens = tokensFrom(text, from);
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    const after = tokens[at + 1];
    const { start, end, name } = token;
    if (QUERY.test(name) && after?.name !== '[EOS]')
      yield { start, end, message: `\`${name}\` has no \`[EOS]\`: its query is replaced by a placeholder` };
    else if (name === '[R_Evidences]' && !closesQuery(tokens, at))
      yield { start, end, message: 'evidence stands here without a query before it' };
    else if (name === '[R_Evidences]' && after?.name !== '[/R_Evidences]')
      yield { start, end, message: '`[/R_Evidences]` is missing: the evidence is open' };
    else if (name === '[A_Response]' && after?.name !== '[EOS]')
      yield { start, end, message: '`[A_Response]` has no `[EOS]`: the answer was cut' };
    else if (name === '[EOS]' && before?.name === '[/R_Evidences]')
      yield { start, end, message: '`[EOS]` follows evidence: `[A_Response]` is missing before the answer' };
  }
}

/** Whether a query and its end stand right before some evidence. */
function closesQuery(tokens: readonly Token[], at: number): boolean {
  const end = tokens[at - 1];
  return end?.name === '[EOS]' ? QUERY.test(tokens[at - 2]?.name ?? '') : QUERY.test(end?.name ?? '');
}

interface Token {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function tokensFrom(text: string, from: number): readonly Token[] {
  const pattern = new RegExp(TOKENS);
  pattern.lastIndex = from;
  const tokens: Token[] = [];
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    tokens.push({ name: match[0], start: match.index, end: pattern.lastIndex });
  }
  return tokens;
}
