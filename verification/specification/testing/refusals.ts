import { expect } from 'vitest';

/** A body that is refused for one of its fields, as `toMatchObject` takes it. */
export function invalid(path: string): object {
  return {
    status: 400,
    body: { code: 'VALIDATION_FAILED', issues: expect.arrayContaining([expect.objectContaining({ path })]) },
  };
}
