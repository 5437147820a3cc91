import { expect, it } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { factorProblem } from './factor-problem.ts';

const refused = (code: string | null, status = 401) => new ApiError(status, '', 'said by the server', code);

it.each([
  [null, null],
  [refused('WRONG_CREDENTIALS'), 'password'],
  [refused('WRONG_ONE_TIME_CODE'), 'code'],
  [refused('VALIDATION_FAILED', 400), 'code'],
  [refused('TOO_MANY_REQUESTS', 429), 'tooMany'],
  [refused('NO_SECOND_FACTOR', 409), 'over'],
  [refused('VIEWING_ONLY', 403), 'other'],
  [refused(null, 0), 'other'],
  [new Error('anything'), 'other'],
])('%s is %s', (error, problem) => {
  expect(factorProblem(error, 'code')).toBe(problem);
});
