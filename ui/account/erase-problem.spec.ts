import { expect, it } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { eraseProblem } from './delete-dialog.tsx';

const refused = (code: string | null) => new ApiError(409, 'text', 'message', code);

it.each([
  [refused('OWNS_BUSINESS'), 'business'],
  [refused('PAID_PLAN_RUNNING'), 'plan'],
  [refused('TOO_MANY_REQUESTS'), 'other'],
  [refused(null), 'other'],
  [new Error('offline'), 'other'],
] as const)('%o is the problem %s', (error, problem) => {
  expect(eraseProblem(error)).toBe(problem);
});
