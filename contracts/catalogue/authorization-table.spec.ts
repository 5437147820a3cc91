import { describe, expect, it } from 'vitest';
import type { Access } from '../kernel/call.ts';
import { authorization } from './authorization.ts';
import { authorizationPage } from './authorization-table.ts';
import { calls } from './calls.ts';

const accessKinds = (access: Access): readonly string[] =>
  typeof access === 'string' ? [access] : 'key' in access ? ['key'] : access;

describe('the authorization table', () => {
  it.each(Object.keys(calls) as (keyof typeof calls)[])(
    'grants %s to exactly the callers that its route accepts',
    (name) => {
      const { access } = calls[name];
      const granted = Object.keys(authorization[name]);
      expect(granted.toSorted()).toEqual(accessKinds(access).toSorted());
    },
  );

  it('is in docs/reference/authorization.md (if not: npm run docs)', async () => {
    await expect(authorizationPage()).toMatchFileSnapshot('../../docs/reference/authorization.md');
  });
});
