import { calls } from '@perktree/contracts/http/calls';
import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { EMPTY_FORM, eraseBody, eraseProblem } from './erase-problem.ts';

const refused = (code: string | null) => new ApiError(409, 'text', 'message', code);

it.each([
  [refused('WRONG_CREDENTIALS'), 'password'],
  [refused('OWNS_BUSINESS'), 'business'],
  [refused('PAID_PLAN_RUNNING'), 'plan'],
  [refused('SIGN_IN_AGAIN'), 'signIn'],
  [refused('TOO_MANY_REQUESTS'), 'other'],
  [refused(null), 'other'],
  [new Error('offline'), 'other'],
] as const)('%o is the problem %s', (error, problem) => {
  expect(eraseProblem(error)).toBe(problem);
});

it('sends a password that was typed, and agrees to close a business only where asked', () => {
  expect(eraseBody(EMPTY_FORM)).toEqual({});
  const agreed = eraseBody({ password: ' secret ', understood: true, closeBusiness: true });
  expect(agreed).toEqual({ password: ' secret ', closeBusiness: true });
  for (const body of [eraseBody(EMPTY_FORM), agreed]) {
    expect(calls.eraseAccount.body.safeParse(body).success).toBe(true);
  }
});
