import type { Policy } from '../policy';
import { good } from './good';
import { habits } from './habits';
import { tagFaults } from './tags';

/** Every scripted policy for Search-R1's protocol. */
export const policies: readonly Policy[] = [...good, ...tagFaults, ...habits];

export function policyNamed(name: string): Policy {
  const policy = policies.find((candidate) => candidate.name === name);
  if (!policy) throw new Error(`no policy named ${name}`);
  return policy;
}
