import { ApiError } from '../../lib/api-error.ts';

/**
 * Why an account was not deleted, as far as the person can do something about it: agree to close the business,
 * cancel the plan, sign in again. `other` shows the refusal's own sentence.
 */
export type EraseProblem = 'business' | 'plan' | 'signIn' | 'other';

const BY_CODE: Readonly<Record<string, EraseProblem>> = {
  OWNS_BUSINESS: 'business',
  PAID_PLAN_RUNNING: 'plan',
  SIGN_IN_AGAIN: 'signIn',
};

export function eraseProblem(error: unknown): EraseProblem {
  return (error instanceof ApiError && error.code !== null && BY_CODE[error.code]) || 'other';
}
