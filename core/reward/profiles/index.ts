import { UsageError } from '../../containers/usage-error';
import type { Profile } from '../profile';
import { searchR1Profile } from './search-r1';
import { searchR1FormatProfile } from './search-r1-format';
import { searchR1FormatDecodedProfile } from './search-r1-format-decoded';

/** Every profile. A new one is a file beside these, a line here, and a page in `docs/rewards`. */
export const profiles: readonly Profile[] = [
  searchR1Profile,
  searchR1FormatProfile,
  searchR1FormatDecodedProfile,
];

/** What stands for the profile of each rollout's dialect. */
export const AUTO = 'auto';

/** Finds a profile by its id; null when there is none of that name. */
export function profileOf(id: string): Profile | null {
  return profiles.find((profile) => profile.id === id) ?? null;
}

/** A profile by its id; an error that names the known ones where there is none. */
export function profileNamed(id: string): Profile {
  const profile = profileOf(id);
  if (profile) return profile;
  throw new UsageError(
    `there is no reward profile "${id}"; known are ${[AUTO, ...profiles.map((each) => each.id)].join(', ')}`,
  );
}

/** The profile that rollouts of a dialect are scored by where the user names none; null where none is known. */
export function defaultProfile({ dialect }: { readonly dialect: string }): Profile | null {
  return profiles.find(({ dialects }) => dialects.includes(dialect)) ?? null;
}
