import { ChatRenderer } from '../fields/chat';
import { goldsOf } from '../fields/golds';
import { messageOf } from '../fields/messages';
import { OwnText } from '../fields/own-text';
import { questionOf } from '../fields/prompt';
import { isObject, setMember, valueAt, without, type JsonObject } from '../fields/values';
import type { Found } from '../reading';
import type { Branch, Node } from './branches';
import { keepsTokens, tokensOf } from './tokens';

/** Members of a node that its message and the tree are made of; the rest is recorded. */
const SHOWN: ReadonlySet<string> = new Set(['message', 'parent']);

/**
 * Reads one branch of a trace; null where the policy said nothing in it. `sampled` tells the policy's messages: an
 * assistant's that was not sampled was put there by the environment, or by the prompt before the first that was.
 */
export function readBranch(
  episode: JsonObject,
  trace: JsonObject,
  at: number,
  branch: Branch,
  branches: number,
): Found | null {
  if (!branch.some(isSampled)) return null;
  const own = new OwnText();
  const chat = new ChatRenderer(own);
  const hasTokens = branch.some(({ source }) => keepsTokens(source));
  const trains = valueAt(trace, ['agent', 'trainable']) !== false;
  let question: string | null = null;
  let answered = false;
  for (const node of branch) {
    const message = messageOf(node.source['message']);
    if (!message) continue;
    const sampled = isSampled(node);
    const by = sampled ? 'policy' : message.by === 'policy' ? 'prompt' : message.by;
    const said = chat.add({ ...message, by }, ['traces', at, 'nodes', node.index, 'message'], false);
    if (hasTokens) own.addTokens(said, tokensOf(node.source, trains));
    answered ||= sampled;
    if (!answered && /^(?:user|human)$/i.test(message.role) && typeof message.content === 'string')
      question = questionOf(message.content) ?? question;
  }
  const task = taskOf(episode, trace);
  const asked = valueAt(task, ['question']);
  return {
    question: typeof asked === 'string' ? asked : question,
    golds: goldsOf(valueAt(task, ['answer']) ?? valueAt(task, ['answers'])),
    text: own,
    recorded: recordedOf(episode, trace, branch, branches),
  };
}

function isSampled({ source }: Node): boolean {
  return source['sampled'] === true;
}

/** The data of the task, of the trace itself or of its episode. */
function taskOf(episode: JsonObject, trace: JsonObject): unknown {
  for (const holder of [trace, episode]) {
    const data = valueAt(holder, ['task', 'data']) ?? valueAt(holder, ['task']);
    if (isObject(data)) return data;
  }
  return {};
}

function recordedOf(
  episode: JsonObject,
  trace: JsonObject,
  branch: Branch,
  branches: number,
): Record<string, unknown> {
  const recorded: Record<string, unknown> = {};
  const score = totalOf(trace['rewards']);
  if (score !== null) recorded['score'] = score;
  const group = valueAt(episode, ['group', 'id']) ?? valueAt(episode, ['task', 'key']);
  if (typeof group === 'string' || typeof group === 'number') recorded['group'] = String(group);
  const rest = without(trace, 'nodes', 'task');
  for (const key of Object.keys(rest)) setMember(recorded, key, rest[key]);
  recorded['episode'] = without(episode, 'traces');
  if (branches > 1) recorded['branch'] = branch.map(({ index }) => index);
  const nodes = branch.map(({ index, source }) => ({ node: index, ...without(source, ...SHOWN) }));
  recorded['nodes'] = nodes;
  return recorded;
}

/** The reward, which the file does not keep: the sum of score times weight over the entries that are not null. */
function totalOf(rewards: unknown): number | null {
  if (!isObject(rewards)) return null;
  let total: number | null = null;
  for (const key of Object.keys(rewards)) {
    const score = valueAt(rewards[key], ['score']);
    const weight = valueAt(rewards[key], ['weight']);
    if (typeof score !== 'number') continue;
    total = (total ?? 0) + score * (typeof weight === 'number' ? weight : 1);
  }
  return total;
}
