import { createHash } from 'node:crypto';
import type { Passwords } from '../passwords.ts';

const digest = (password: string) => createHash('sha256').update(password.normalize('NFKC')).digest('hex');

/** A cheap password hasher for tests with many logins. */
export const quickPasswords: Passwords = {
  hash: async (password) => digest(password),
  verify: async ({ hash, password }) => hash === digest(password),
};
