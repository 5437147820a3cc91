import { calls } from '@perktree/contracts/catalogue/calls';
import { afterAll, describe, expect, it } from 'vitest';
import { type AttackedWorld, MARK, openAttackedWorld } from '../attacked-world.ts';
import { fuzz } from './fuzz.ts';
import { violationIn } from './judge.ts';
import { requestOf } from './make-request.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 1);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 500);
const world = await openAttackedWorld();
afterAll(() => world.composed.close());

describe(`requests generated from the schemas of all calls, seed ${SEED}`, () => {
  it('cause no fault and disclose neither source code nor data of another business', async () => {
    const { requests, statuses, violations } = await fuzz(world, {
      seed: SEED,
      mayContinue: (sent) => sent < REQUESTS,
    });
    expect(violations).toEqual([]);
    expect(requests).toBe(REQUESTS);
    // A share of the requests passes authorization and validation.
    const answered = (least: number, most: number) =>
      [...statuses].reduce((sum, [status, count]) => sum + (status >= least && status < most ? count : 0), 0);
    expect(answered(200, 300) / REQUESTS).toBeGreaterThan(0.1);
    expect(answered(400, 401) / REQUESTS).toBeGreaterThan(0.1);
  });

  it('are deterministic for a seed and reach every call', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => requestOf(SEED, n, world));
    expect(many.map((r) => r.payload)).toEqual(many.map((_, n) => requestOf(SEED, n, world).payload));
    expect(new Set(many.map((r) => r.url.split('?')[0])).size).toBeGreaterThan(Object.keys(calls).length);
    expect(requestOf(SEED + 1, 7, world)).not.toEqual(requestOf(SEED, 7, world));
  });

  it('leave all sessions valid to the end', async () => {
    for (const { visitor, roles } of Object.values(world.people)) {
      expect((await visitor.call('GET', '/api/auth/user')).status).toBe(roles.length > 0 ? 200 : 401);
    }
  });
});

describe('an answer 503', () => {
  /** Fuzzes an app that answers each request with 503 the first `times` times. */
  const fuzzed = (times: number) => {
    const attempts = new Map<string, number>();
    const inject = async ({ method, url, payload }: { method: string; url: string; payload?: string }) => {
      const request = `${method} ${url} ${payload}`;
      attempts.set(request, (attempts.get(request) ?? 0) + 1);
      const isNotNow = (attempts.get(request) ?? 0) <= times;
      return { statusCode: isNotNow ? 503 : 204, body: isNotNow ? '{"code":"UNAVAILABLE"}' : '', headers: {} };
    };
    const app = { inject } as unknown as AttackedWorld['composed']['app'];
    const unsteady = { ...world, composed: { ...world.composed, app } };
    return fuzz(unsteady, { seed: SEED, mayContinue: (sent) => sent < 5, restMs: 1 });
  };

  it('is retried, and is a fault if it never changes', async () => {
    expect(await fuzzed(2)).toMatchObject({ requests: 5, violations: [] });
    const { violations } = await fuzzed(100);
    expect(violations.map(({ what }) => what.slice(0, 4))).toEqual(Array(5).fill('503:'));
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
