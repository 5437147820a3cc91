import { calls } from '@perktree/contracts/catalogue/calls';
import { expect } from 'vitest';
import type { CallName } from './contract.ts';

/** The refusal of a body for one of its fields, for `toMatchObject`. */
export function invalid(path: string): object {
  return {
    status: 400,
    body: { code: 'VALIDATION_FAILED', issues: expect.arrayContaining([expect.objectContaining({ path })]) },
  };
}

/** Fields that the schema of a call refuses. That each call checks its schema: api-bad-bodies.spec.ts. */
export function wrong(call: CallName, body: object): readonly string[] {
  return calls[call].body.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? [];
}
