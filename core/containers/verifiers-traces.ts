import type { Container, RecordReader } from './container';
import { evidenceOfKeys } from './fields/keys';
import { listMember } from './fields/list-member';
import { isObject, kindOf, type JsonObject } from './fields/values';
import { broken, NOTHING, rolloutOf } from './reading';
import type { RolloutSource } from '../trace/model';
import { branchesOf } from './verifiers-v1/branches';
import { readBranch } from './verifiers-v1/branch-reading';

/**
 * Episodes of verifiers from version 1 on: `traces.jsonl`, one episode a line with one or several traces, each a tree
 * of messages (verifiers, `verifiers/v1/cli/output.py`). Each path from the root to a leaf is a rollout.
 */
export const verifiersTraces: Container = {
  id: 'verifiers-traces',
  title: 'verifiers episodes',
  holds: 'rollouts',
  framings: ['lines', 'json'],
  recognise: (sample) => evidenceOfKeys(sample, ['traces'], 0.95, fits),
  reader: () => read,
};

function fits(episode: JsonObject): boolean {
  const { traces } = episode;
  if (!Array.isArray(traces) || !['env', 'task', 'ok', 'run'].some((name) => name in episode)) return false;
  return traces.every((trace) => isObject(trace) && Array.isArray(trace['nodes']));
}

const read: RecordReader = (record, parsed, file) => {
  const { value, list: traces, reading: none } = listMember(record, parsed, 'traces');
  if (none) return none;
  const rollouts: RolloutSource[] = [];
  let problem: string | null = null;
  for (const [at, trace] of traces.entries()) {
    const nodes = isObject(trace) ? trace['nodes'] : undefined;
    if (!isObject(trace) || !Array.isArray(nodes)) {
      problem ??= `\`traces[${at}].nodes\` is ${kindOf(nodes)}, not a list`;
      continue;
    }
    const { branches, wrong, left } = branchesOf(nodes);
    if (wrong !== null) problem ??= `\`traces[${at}].nodes[${wrong}].parent\` names no earlier node`;
    if (left > 0) problem ??= `${left} branches of \`traces[${at}]\` are too many together and were not read`;
    for (const branch of branches) {
      const found = readBranch(value, trace, at, branch, branches.length);
      if (found) rollouts.push(rolloutOf(record, file, found, rollouts.length));
    }
  }
  const reading = problem === null ? NOTHING : broken(record, problem);
  const empty = rollouts.length === 0 && problem === null ? 'no message of its traces was sampled' : null;
  return { ...reading, rollouts, withoutText: empty };
};
