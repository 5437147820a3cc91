import { UNNAMED_USER } from '@perktree/contracts/kernel/person-name';
import type { Profile } from './account-store.ts';

type Named = Pick<Profile, 'firstName' | 'lastName'>;

/** "First Last"; null for a person who has given no name. */
export function ownName({ firstName, lastName }: Named): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}

/** The name that others see. Never part of the e-mail address. */
export function displayName(person: Named): string {
  return ownName(person) ?? UNNAMED_USER;
}
