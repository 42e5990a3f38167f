import type { Dialect } from '../../trace/dialect';
import type { Anomaly, Range } from '../../trace/model';
import { Causes } from '../causes';
import { headOf, turnAt } from '../places';
import type { Rule, UncheckedRollout } from '../rule';

/** Tags the policy opened without closing or closed without opening, as the dialect saw them: each tag once a rollout. */
export const unclosedTag: Rule = {
  id: 'unclosed-tag',
  title: 'Tag without its counterpart',
  severity: 'warning',
  explanation:
    'A tag is opened and never closed, or closed without being opened. Format rewards that count tags fail on it, ' +
    'and an open search or answer is no action at all.',
  check({ rollout, dialect, evidence }, report) {
    const seen = new Causes();
    // That the text ends inside an element is another rule's to say.
    const open = evidence.layout.openEnd;
    for (const anomaly of rollout.anomalies) {
      if (anomaly.kind === 'truncated') continue;
      if (anomaly.kind === 'unclosed' && open !== null && anomaly.start >= open.start) continue;
      const range = rangeOf(rollout, anomaly);
      const message = messageOf(anomaly, dialect);
      seen.add(`${anomaly.kind} ${anomaly.tag ?? ''}`, {
        start: range.start,
        end: range.end,
        turn: turnAt(rollout, range.start),
        message,
      });
    }
    seen.tell((more) => `; ${more} more like it in this rollout`, report);
  },
};

/** The tag itself; the head of the element where its tag stands elsewhere (in the prompt). */
function rangeOf({ text }: UncheckedRollout, anomaly: Anomaly): Range {
  const { tag, start, end } = anomaly;
  if (tag !== null && text.startsWith(tag, start)) return { start, end: start + tag.length };
  return headOf(text, { start, end });
}

function messageOf({ kind, tag }: Anomaly, { tags }: Dialect): string {
  if (kind === 'unopened') {
    const opener = tags.find((meaning) => meaning.close === tag)?.open;
    return `\`${tag ?? 'a closing tag'}\` closes nothing: no ${opener === undefined ? 'opener' : `\`${opener}\``} stands open before it${dangling(tag)}`;
  }
  const opened = tags.find((meaning) => meaning.open === tag);
  const missing = opened?.close ? `\`${opened.close}\`` : 'its closer';
  const consequence = opened?.answers ? ', so this is not taken as an answer' : consequenceOf(tag);
  return `\`${tag ?? 'a tag'}\` is opened but never closed: ${missing} is missing${consequence}`;
}

/** RQ-RAG's queries. */
const REFINED = /^\[S_\w+_Query\]$/;

function consequenceOf(tag: string | null): string {
  if (tag !== null && REFINED.test(tag)) return ', so a placeholder (`dummy`) is searched for';
  if (tag === '<tool_call>') return ', so the call does not run';
  if (tag === '<search>' || tag === '<|begin_of_query|>') return ', so the search does not run';
  return '';
}

/** What a closer alone does: the Search-R1 family cuts the turn at it all the same. */
function dangling(tag: string | null): string {
  return tag === '</search>'
    ? '. The turn is cut here, and holds no valid action unless an answer came before'
    : '';
}
