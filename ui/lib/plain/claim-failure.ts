import { ApiError } from '../api-error.ts';

/** What went wrong with a claim, as the error catalogue tells it apart (specification 8, "Claim 409" to "Claim other"). */
export type ClaimFailure = 'alreadyClaimed' | 'denied' | 'invalid' | 'error';

const BY_STATUS: Readonly<Record<number, ClaimFailure>> = { 400: 'invalid', 403: 'denied', 409: 'alreadyClaimed' };

export function claimFailure(error: unknown): ClaimFailure {
  return (error instanceof ApiError && BY_STATUS[error.status]) || 'error';
}
