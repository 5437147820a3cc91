import { allCalls } from '@perktree/contracts/catalogue/calls';
import { createApp } from '@perktree/platform/http/app';
import { systemTimers } from '@perktree/platform/time/timers';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountQueries } from '../../parts/mount-queries.ts';
import { startComposedApp } from '../../standalone/testing/composed-app.ts';
import { haproxyPath } from './haproxy.ts';
import { startInstance } from './testing/instance.ts';
import { startHaproxy, type TestGateway } from './testing/start-haproxy.ts';

/** `GET /api/sites/:siteId`: the routes that a query service has, and those that the whole product has. */
const queries = new Set<string>();
let all: readonly { readonly method: string; readonly url: string }[];
let gateway: TestGateway;
const closes: (() => Promise<unknown>)[] = [];

describe.skipIf(haproxyPath() === null)('which service a request is sent to', () => {
  beforeAll(async () => {
    const composed = await startComposedApp();
    closes.push(() => composed.close());
    const { identity, pool } = composed;
    const logger = pino({ level: 'silent' });
    const app = createApp({ logger, publicOrigin: null });
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) queries.add(`${one} ${url}`);
    });
    // No call is made, so no store is asked.
    const store = null as never;
    mountQueries(app, {
      ...{ identity, store, pool, publicUrl: 'http://localhost', clock: () => new Date(systemTimers.now()), logger },
      files: pool,
    });
    await app.ready();
    closes.push(() => app.close());
    all = composed.routes.filter(({ url }) => url.startsWith('/api/'));
    const servers = { commands: [] as string[], queries: [] as string[], ui: [] as string[] };
    for (const [name, addresses] of Object.entries(servers)) {
      const instance = await startInstance((_request, response) =>
        response.writeHead(200, { 'x-service': name }).end(),
      );
      closes.push(() => instance.close());
      addresses.push(instance.address);
    }
    gateway = await startHaproxy(servers);
    closes.push(() => gateway.close());
  });
  afterAll(async () => {
    for (const close of closes.reverse()) await close();
  });

  const serviceOf = async (method: string, path: string) =>
    (await fetch(gateway.url + path, { method })).headers.get('x-service');

  it('is the one that has the route, for every route of the product', async () => {
    expect(all.length).toBeGreaterThan(Object.keys(allCalls).length);
    const wrong: string[] = [];
    for (const { method, url } of all) {
      const route = `${method} ${url}`;
      if ((await serviceOf(method, url)) !== (queries.has(route) ? 'queries' : 'commands')) wrong.push(route);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['GET', '/', 'ui'],
    ['GET', '/apiary', 'ui'],
    ['GET', '/scan/customer/token', 'ui'],
    ['GET', '/assets/main.js', 'ui'],
    ['GET', '/api/unheard-of', 'queries'],
    ['POST', '/api/unheard-of', 'commands'],
    ['GET', '/api/authors?/api/auth', 'queries'],
  ] as const)('%s %s goes to %s', async (method, path, service) => {
    expect(await serviceOf(method, path)).toBe(service);
  });
});
