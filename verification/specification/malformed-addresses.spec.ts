import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { calls } from '@perktree/contracts/catalogue/calls';
import { V1_PATH } from '@perktree/contracts/catalogue/v1';
import { KEY_SCOPES } from '@perktree/contracts/kernel/scopes';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const log: string[] = [];
const composed = await startComposedApp({ log });
const business = await openBusiness(composed.app, 'malformed');
await composed.identity.grantSuperadmin(business.owner.email);
const program = new Visitor(composed.app, 'program');
const made = await business.owner.must('POST', '/api/api-keys', { name: 'All', scopes: KEY_SCOPES, siteIds: null });
program.apiKey = made.key;
afterAll(() => composed?.close());

/** Percent-encoded: NUL, a line break, half a surrogate pair, a byte that is no UTF-8, a percent sign alone, a long text. */
const VALUES = ['a%00b', '%0D%0Ax', '%ED%A0%80', '%FF', '%', 'x'.repeat(400)];
const ID = '00000000-0000-4000-8000-000000000000';
const OTHERS = { siteId: () => business.siteId, qrId: () => business.qrId } as Readonly<Record<string, () => string>>;

/** All paths with one bad parameter each. */
function badPaths(template: string): string[] {
  const names = [...template.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return names.flatMap((bad) =>
    VALUES.map((value) =>
      template
        .replace(/:(\w+)/g, (_, name: string) => (name === bad ? value : (OTHERS[name]?.() ?? ID)))
        .replace('*', 'x'),
    ),
  );
}

/** Sends a request as a superadmin with a business, or as a program. @returns answers of 500 and above, and stacks */
async function failures(method: string, url: string, headers: Record<string, string> = {}): Promise<string[]> {
  const sender = url.startsWith(V1_PATH) ? program.headers : { cookie: business.owner.cookie };
  log.length = 0;
  const { statusCode, body } = await composed.app.inject({
    ...{ method: method as 'GET', url, headers: { ...headers, ...sender } },
    ...(method === 'GET' ? {} : { payload: {} }),
  });
  const stacks = log.filter((line) => line.includes('"stack"'));
  return [...(statusCode >= 500 ? [`${statusCode} ${body}`] : []), ...stacks].map(
    (what) => `${method} ${url}: ${what}`,
  );
}

describe('a malformed address is a mistake of the client', () => {
  it('in each parameter of each path', async () => {
    const routes = composed.routes.filter(({ method, url }) => method !== 'HEAD' && url.includes(':'));
    expect(routes.length).toBeGreaterThan(60);
    const found: string[] = [];
    for (const { method, url } of routes)
      for (const path of badPaths(url)) found.push(...(await failures(method, path)));
    expect(found).toEqual([]);
  });

  // All calls share the parser; api-bad-bodies.spec.ts has what the schema of each field takes.
  it('in a parameter of each query', async () => {
    const found: string[] = [];
    for (const { method, path, query } of Object.values(calls)) {
      const [name] = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
      const url = path.replace(/:(\w+)/g, (_, parameter: string) => OTHERS[parameter]?.() ?? ID);
      if (name === undefined) continue;
      for (const value of VALUES) found.push(...(await failures(method, `${url}?${name}=${value}`)));
    }
    expect(found).toEqual([]);
  });

  it('in headers that calls read', async () => {
    const found: string[] = [];
    const names = ['idempotency-key', 'accept-language', 'if-none-match', 'last-event-id', 'x-min-position', 'origin'];
    for (const name of [...names, 'user-agent', 'x-request-id', 'sec-fetch-site']) {
      for (const value of ['\xff', '%00', '"', ';;q=', ',', 'x'.repeat(5_000)]) {
        found.push(...(await failures('GET', '/api/me/sites', { [name]: value })));
        found.push(...(await failures('POST', '/api/scan', { [name]: value })));
      }
    }
    expect(found).toEqual([]);
  });
});
