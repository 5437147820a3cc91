import { PASSWORD_LENGTH } from '@perktree/contracts/password-length';
import { ApiError } from '../../lib/api-error.ts';

export interface PasswordForm {
  readonly current: string;
  readonly next: string;
}

export const EMPTY_FORM: PasswordForm = { current: '', next: '' };

/** Why the password is as it was: `other` is told as the server says it. */
export type PasswordProblem =
  | 'empty'
  | 'wrong'
  | 'length'
  | 'same'
  | 'common'
  | 'personal'
  | 'none'
  | 'tooMany'
  | 'other';

/** The field that a problem stands at; left out: it is of neither. */
export const FIELD_OF: Readonly<Partial<Record<PasswordProblem, keyof PasswordForm>>> = {
  empty: 'current',
  wrong: 'current',
  length: 'next',
  same: 'next',
  common: 'next',
  personal: 'next',
};

/** What need not be sent to be refused. */
export function problemIn({ current, next }: PasswordForm): PasswordProblem | null {
  if (current === '') return 'empty';
  if (next.length < PASSWORD_LENGTH.least || next.length > PASSWORD_LENGTH.most) return 'length';
  return next.normalize('NFKC') === current.normalize('NFKC') ? 'same' : null;
}

const BY_CODE: Readonly<Record<string, PasswordProblem>> = {
  // None can be longer than those that may be chosen, so what is not valid then is the current one, too.
  VALIDATION_FAILED: 'wrong',
  WRONG_CREDENTIALS: 'wrong',
  PASSWORD_TOO_COMMON: 'common',
  PASSWORD_TOO_PERSONAL: 'personal',
  NO_PASSWORD: 'none',
  TOO_MANY_REQUESTS: 'tooMany',
};

export function problemOf(error: unknown): PasswordProblem {
  return (error instanceof ApiError && error.code !== null && BY_CODE[error.code]) || 'other';
}
