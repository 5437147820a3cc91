import { createHash } from 'node:crypto';
import type { Passwords } from '../passwords.ts';

const digest = (password: string) => createHash('sha256').update(password.normalize('NFKC')).digest('hex');

/** Passwords that cost next to nothing, for tests in which many people sign in. */
export const quickPasswords: Passwords = {
  hash: async (password) => digest(password),
  verify: async ({ hash, password }) => hash === digest(password),
};
