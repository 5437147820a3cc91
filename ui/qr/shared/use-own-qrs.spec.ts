import { describe, expect, it } from 'vitest';
import { shouldRetry } from './own-qrs.ts';

/** How often the list is requested when every answer has this status. */
function triesOf(status: number): number {
  let failures = 0;
  // The first failure is number 0, as the query library counts.
  while (shouldRetry(failures, { status })) failures += 1;
  return failures + 1;
}

describe('7, 9 · GET /api/distributors/me/qrs', () => {
  it('403 not retried', () => expect(triesOf(403)).toBe(1));
  it.each([0, 401, 404, 500, 503])('other errors up to 3 tries: %i', (status) => expect(triesOf(status)).toBe(3));
});
