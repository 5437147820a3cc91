import { calls } from '@perktree/contracts/http/calls';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { problemIn, problemOf } from './password-problem.ts';

const KNOWN = 'correct horse battery';

describe('a change of password that need not be sent', () => {
  it.each([
    [KNOWN, 'another horse battery', null],
    ['short', '0123456789', null],
    [KNOWN, 'x'.repeat(200), null],
    ['', 'another horse battery', 'empty'],
    [KNOWN, '', 'length'],
    [KNOWN, 'x'.repeat(9), 'length'],
    [KNOWN, 'x'.repeat(201), 'length'],
    [KNOWN, KNOWN, 'same'],
    ['ﬁne horse battery', 'fine horse battery', 'same'],
  ] as const)('%j to %j: %s, as the server would say', (current, next, problem) => {
    expect(problemIn({ current, next })).toBe(problem);
    const body = { currentPassword: current, newPassword: next };
    expect(calls.changePassword.body.safeParse(body).success).toBe(problem === null);
  });
});

it.each([
  ['WRONG_CREDENTIALS', 'wrong'],
  ['VALIDATION_FAILED', 'wrong'],
  ['PASSWORD_TOO_COMMON', 'common'],
  ['PASSWORD_TOO_PERSONAL', 'personal'],
  ['NO_PASSWORD', 'none'],
  ['TOO_MANY_REQUESTS', 'tooMany'],
  ['INTERNAL', 'other'],
  [null, 'other'],
] as const)('the refusal %s is the problem %s', (code, problem) => {
  expect(problemOf(new ApiError(400, 'text', 'message', code))).toBe(problem);
});

it('tells what is no refusal as it is', () => expect(problemOf(new Error('offline'))).toBe('other'));
