import { calls } from '@perktree/contracts/http/calls';
import { createApp } from '@perktree/platform/http/app';
import { mountQueries } from '@perktree/standalone/mount-queries';
import { startComposedApp } from '@perktree/standalone/testing/composed-app';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceOf } from './service-of.ts';

/** `GET /api/sites/:siteId`: the routes that a query service has, and those that the whole product has. */
const queries = new Set<string>();
let all: readonly { readonly method: string; readonly url: string }[];
let close: () => Promise<void>;

beforeAll(async () => {
  const composed = await startComposedApp();
  const { identity, pool } = composed;
  const logger = pino({ level: 'silent' });
  const app = createApp({ logger, publicOrigin: null });
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) queries.add(`${one} ${url}`);
  });
  // No call is made, so no store is asked.
  const store = null as never;
  mountQueries(app, { identity, store, pool, publicUrl: 'http://localhost', clock: () => new Date(), logger });
  await app.ready();
  all = composed.routes.filter(({ url }) => url.startsWith('/api/'));
  close = async () => {
    await app.close();
    await composed.close();
  };
});
afterAll(() => close());

describe('which service a request is sent to', () => {
  it('is the one that has the route, for every route of the product', () => {
    expect(all.length).toBeGreaterThan(Object.keys(calls).length);
    const wrong = all.filter(
      ({ method, url }) => serviceOf(method, url) !== (queries.has(`${method} ${url}`) ? 'queries' : 'commands'),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['GET', '/', 'ui'],
    ['GET', '/apiary', 'ui'],
    ['GET', '/scan/customer/token', 'ui'],
    ['GET', '/assets/main.js', 'ui'],
    ['GET', '/api/unheard-of', 'queries'],
    ['POST', '/api/unheard-of', 'commands'],
  ] as const)('%s %s goes to %s', (method, path, service) => {
    expect(serviceOf(method, path)).toBe(service);
  });
});
