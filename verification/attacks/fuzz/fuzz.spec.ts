import { afterAll, describe, expect, it } from 'vitest';
import { SEED } from '../../chance/seed.ts';
import { MARK, openAttackedWorld } from '../attacked-world.ts';
import { fuzz, violationIn } from './fuzz.ts';
import { requestOf } from './make-request.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 500);
const world = await openAttackedWorld();
afterAll(() => world.composed.close());

describe(`requests generated from the schemas of all calls, seed ${SEED}`, () => {
  it('cause no fault and disclose neither source code nor data of another business', async () => {
    const { requests, statuses, violations } = await fuzz(world, { seed: SEED, requests: REQUESTS });
    expect(violations).toEqual([]);
    expect(requests).toBe(REQUESTS);
    // A share of the requests passes authorization and validation.
    const answered = (min: number, max: number) =>
      [...statuses].reduce((sum, [status, count]) => sum + (status >= min && status < max ? count : 0), 0);
    expect(answered(200, 300) / REQUESTS).toBeGreaterThan(0.1);
    expect(answered(400, 401) / REQUESTS).toBeGreaterThan(0.1);
  });

  it('leave all sessions valid to the end', async () => {
    for (const { visitor, roles } of Object.values(world.people)) {
      expect((await visitor.call('GET', '/api/auth/user')).status).toBe(roles.length > 0 ? 200 : 401);
    }
  });
});

describe('the judge', () => {
  const request = () => requestOf(SEED, 0, world);
  const judged = (status: number, body: string, headers = {}) => violationIn(request(), { status, body, headers });

  it('finds each kind of violation', () => {
    expect(judged(500, '{"code":"INTERNAL"}')).toBe('500');
    expect(judged(503, '{"code":"UNAVAILABLE"}')).toBe('503');
    expect(judged(400, '{"code":"X","stack":"Error\n    at f (/x/y.ts:1:2)"}')).toBe('a stack trace');
    expect(judged(200, `{"name":"${MARK}"}`)).toBe('data of another business');
    expect(judged(400, 'Bad Request')).toBe('400 without a code');
    expect(judged(302, '', { location: '//elsewhere.test' })).toBe('a redirect to another site');
    expect(judged(302, '', { location: '/login' })).toBeNull();
    expect(judged(200, '{}')).toBeNull();
  });
});
