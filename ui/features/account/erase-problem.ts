import { ApiError } from '../../lib/api-error.ts';

/**
 * Why an account was not deleted, as far as the person can do something about it: type another password, agree to close
 * the business, cancel the plan, sign in again. `other` is told as the server says it.
 */
export type EraseProblem = 'password' | 'business' | 'plan' | 'signIn' | 'other';

const BY_CODE: Readonly<Record<string, EraseProblem>> = {
  WRONG_CREDENTIALS: 'password',
  OWNS_BUSINESS: 'business',
  PAID_PLAN_RUNNING: 'plan',
  SIGN_IN_AGAIN: 'signIn',
};

export function eraseProblem(error: unknown): EraseProblem {
  return (error instanceof ApiError && error.code !== null && BY_CODE[error.code]) || 'other';
}

export interface EraseForm {
  readonly password: string;
  readonly understood: boolean;
  readonly closeBusiness: boolean;
}

export const EMPTY_FORM: EraseForm = { password: '', understood: false, closeBusiness: false };

/** What the call takes: no password at all for who has none, and `closeBusiness` only where it was asked for. */
export function eraseBody({ password, closeBusiness }: EraseForm): { password?: string; closeBusiness?: boolean } {
  return { ...(password === '' ? {} : { password }), ...(closeBusiness ? { closeBusiness } : {}) };
}
