import { expect } from 'vitest';

/** The refusal of a body for one of its fields, for `toMatchObject`. */
export function invalid(path: string): object {
  return {
    status: 400,
    body: { code: 'VALIDATION_FAILED', issues: expect.arrayContaining([expect.objectContaining({ path })]) },
  };
}
