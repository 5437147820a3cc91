import { describe, expect, it } from 'vitest';
import { authorization } from './authorization.ts';
import { authorizationPage } from './authorization-table.ts';
import { calls } from './calls.ts';

describe('the authorization table', () => {
  it.each(Object.keys(calls) as (keyof typeof calls)[])('gives %s to whom its route lets in', (name) => {
    const { access } = calls[name];
    const granted = Object.keys(authorization[name]);
    expect(granted.toSorted()).toEqual((typeof access === 'string' ? [access] : [...access]).toSorted());
  });

  it('is in docs/authorization.md (if not: npm run docs)', async () => {
    await expect(authorizationPage()).toMatchFileSnapshot('../../docs/authorization.md');
  });
});
