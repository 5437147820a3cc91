import type { Call } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ComposedApp, startComposedApp } from './testing/composed-app.ts';

/** Routes that are no calls: where browsers go, the reference itself, what payment providers call. */
const NOT_CALLS = [/^\/api\/(login|logout|openapi\.json|docs|oidc.*|events)$/, /^\/api\/webhooks\//];

let composed: ComposedApp;
beforeAll(async () => {
  composed = await startComposedApp();
});
afterAll(() => composed.close());

const catalogue: readonly Call[] = Object.values(calls);

describe('the catalogue of calls', () => {
  it('is served, every call of it', () => {
    const served = new Set(composed.routes.map(({ method, url }) => `${method} ${url}`));
    expect(catalogue.map(({ method, path }) => `${method} ${path}`).filter((route) => !served.has(route))).toEqual([]);
  });

  it('has every route under /api, and so has the published document', async () => {
    const document = (await composed.app.inject({ url: '/api/openapi.json' })).json();
    const missing = composed.routes.filter(({ method, url }) => {
      if (method === 'HEAD' || !url.startsWith('/api/') || NOT_CALLS.some((pattern) => pattern.test(url))) return false;
      const path = url.replace(/:(\w+)/g, '{$1}');
      return document.paths[path]?.[method.toLowerCase()] === undefined;
    });
    expect(missing).toEqual([]);
  });
});
