import type { Profile } from './account-store.ts';

/** "First Last", else the e-mail's local part. */
export function displayName({ email, firstName, lastName }: Pick<Profile, 'email' | 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email.slice(0, email.lastIndexOf('@'));
}
