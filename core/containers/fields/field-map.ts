import { parseFieldPath } from './field-path';
import type { JsonPath } from './values';

/** What a field of a record can be to a rollout, the text first. */
export const FIELD_ROLES = [
  'text',
  'messages',
  'prompt',
  'question',
  'golds',
  'score',
  'step',
  'group',
  'id',
  'documents',
] as const;

export type FieldRole = (typeof FIELD_ROLES)[number];

/**
 * Where the records of a file keep what a rollout is made of. Either `text` or `messages` is there. Plain data: it goes
 * between processes as it is.
 */
export type FieldMap = Readonly<Partial<Record<FieldRole, JsonPath>>>;

/** A field map as it is written: a path for each role. */
export type WrittenFields = Readonly<Partial<Record<FieldRole, string>>>;

/** Reads a written map; a clause that says what is wrong where it is none. */
export function parseFields(written: Readonly<Record<string, unknown>>): FieldMap | string {
  const map: Partial<Record<FieldRole, JsonPath>> = {};
  for (const [name, value] of Object.entries(written)) {
    const role = FIELD_ROLES.find((each) => each === name);
    if (!role) return `there is no role "${name}" for a field; known are ${FIELD_ROLES.join(', ')}`;
    const path = typeof value === 'string' ? parseFieldPath(value) : null;
    if (!path)
      return `the field for ${role} is no path; \`answer\`, \`meta.score\` and \`choices[0].text\` are paths`;
    map[role] = path;
  }
  if ((map.text === undefined) === (map.messages === undefined))
    return 'a field map names either `text` or `messages`, the one field that holds the rollout';
  return map;
}
