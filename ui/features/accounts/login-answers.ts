import type { CallBody } from '@perktree/contracts/http/call';
import type { calls } from '@perktree/contracts/http/calls';

type LoginBody = CallBody<typeof calls.login>;

/** What an account without a business has answered, when it was asked whether to open one. */
export interface LoginAnswers {
  confirmBusiness?: true;
  /** On to the staff's screen, without opening a business. */
  asStaff?: true;
}

export function withAnswers(body: LoginBody, { confirmBusiness, asStaff }: LoginAnswers): LoginBody {
  if (asStaff) return { ...body, intent: 'customer' };
  return confirmBusiness ? { ...body, confirmBusiness } : body;
}
