import { ApiError } from '../lib/api-error.ts';

/** Reasons why an account was not deleted that the user can resolve. `other` shows the refusal's own sentence. */
type EraseProblem = 'business' | 'plan' | 'signIn' | 'other';

const BY_CODE: Readonly<Record<string, EraseProblem>> = {
  OWNS_BUSINESS: 'business',
  PAID_PLAN_RUNNING: 'plan',
  SIGN_IN_AGAIN: 'signIn',
};

export function eraseProblem(error: unknown): EraseProblem {
  return (error instanceof ApiError && error.code !== null && BY_CODE[error.code]) || 'other';
}
