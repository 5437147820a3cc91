import type { calls } from '@perktree/contracts/catalogue/calls';
import type { CallBody } from '@perktree/contracts/kernel/call';

type LoginBody = CallBody<typeof calls.login>;

/** Answers to the offer to open a business, for an account without one. */
export interface LoginAnswers {
  confirmBusiness?: true;
  /** Continue as staff without opening a business. */
  asStaff?: true;
}

export function withAnswers(body: LoginBody, { confirmBusiness, asStaff }: LoginAnswers): LoginBody {
  if (asStaff) return { ...body, intent: 'customer' };
  return confirmBusiness ? { ...body, confirmBusiness } : body;
}
