import { z } from 'zod';
import { PASSWORD_LENGTH } from '../password-length.ts';

/** Trimmed; the account store compares it without regard to case. */
export const emailAddress = z.string().trim().pipe(z.email().max(254));

/** A new password. Guessable ones are refused in addition (identity/weak-passwords). */
export const newPassword = z.string().min(PASSWORD_LENGTH.least).max(PASSWORD_LENGTH.most);

/** An existing password: the rules for new ones do not apply. */
export const knownPassword = z.string().min(1).max(PASSWORD_LENGTH.most);

/** Six digits of an authenticator, or a recovery code; spaces, hyphens and small letters do not matter. */
export const oneTimeCode = z.string().trim().min(1).max(64);
