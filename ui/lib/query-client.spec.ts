import { calls } from '@perktree/contracts/catalogue/calls';
import { describe, expect, it } from 'vitest';
import { queryKeyOf, urlOfKey } from './use-api.ts';

const SITE = '00000000-0000-4000-8000-000000000001';

describe('query keys', () => {
  it('are the parts of the path and give the URL back', () => {
    const key = queryKeyOf(calls.listQrs, { params: { siteId: SITE } });
    expect(key).toEqual(['/api', 'sites', SITE, 'qrs']);
    expect(key.join('/')).toBe(`/api/sites/${SITE}/qrs`);
    expect(urlOfKey(key)).toBe(`/api/sites/${SITE}/qrs`);
  });

  it('keep the query string apart, so that invalidating the path includes it', () => {
    const key = queryKeyOf(calls.dashboard, { query: { days: '30' } });
    expect(key.slice(0, 3)).toEqual(queryKeyOf(calls.dashboard));
    expect(urlOfKey(key)).toBe('/api/me/dashboard?days=30');
  });
});
