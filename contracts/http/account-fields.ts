import { z } from 'zod';
import { PASSWORD_LENGTH } from '../password-length.ts';

/** A password to be. What is guessed first is refused besides (identity/weak-passwords). */
export const newPassword = z.string().min(PASSWORD_LENGTH.least).max(PASSWORD_LENGTH.most);

/** A password that is there already: whether it is right is another question than whether it might be chosen. */
export const knownPassword = z.string().min(1).max(PASSWORD_LENGTH.most);

/** Six digits of an authenticator, or a recovery code; spaces, hyphens and small letters do not matter. */
export const oneTimeCode = z.string().trim().min(1).max(64);
