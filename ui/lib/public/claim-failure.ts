import { ApiError } from '../api-error.ts';

/** Kinds of claim failures, each with its own text. */
type ClaimFailure = 'alreadyClaimed' | 'denied' | 'invalid' | 'error';

const BY_STATUS: Readonly<Record<number, ClaimFailure>> = { 400: 'invalid', 403: 'denied', 409: 'alreadyClaimed' };

export function claimFailure(error: unknown): ClaimFailure {
  return (error instanceof ApiError && BY_STATUS[error.status]) || 'error';
}
