import { ApiError } from '../../../lib/api-error.ts';

/** Why a second factor is as it was: `other` is told as the server says it. */
export type FactorProblem = 'password' | 'code' | 'tooMany' | 'over' | 'other';

const BY_CODE: Readonly<Record<string, FactorProblem>> = {
  WRONG_CREDENTIALS: 'password',
  WRONG_ONE_TIME_CODE: 'code',
  TOO_MANY_REQUESTS: 'tooMany',
  NO_SECOND_FACTOR: 'over',
};

/** @param empty the field that a body which is not valid has left empty */
export function factorProblem(error: unknown, empty: 'password' | 'code'): FactorProblem | null {
  if (error === null) return null;
  if (!(error instanceof ApiError) || error.code === null) return 'other';
  return error.code === 'VALIDATION_FAILED' ? empty : (BY_CODE[error.code] ?? 'other');
}
