import { afterAll, beforeAll, expect, it } from 'vitest';
import { Person } from './support/person.ts';
import { startServer, type TestServer } from './support/postgres-server.ts';
import { type Product, startProduct } from './support/product.ts';

const ROUNDS = 5;

let server: TestServer;
const products: Product[] = [];
beforeAll(async () => {
  server = await startServer({ maxConnections: 200 });
  const env = { DATABASE_URL: server.url, SESSION_SECRET: 'one secret of both processes, long enough' };
  // One after the other, because the first one creates the tables.
  for (const _ of [1, 2]) products.push(await startProduct({ env }));
});
afterAll(async () => {
  for (const product of products) {
    await product.remove();
  }
  await server?.stop();
});

it('a key that one process revokes is refused by another one at once, as docs/how-to/connect-a-till.md promises', async () => {
  const [first, second] = products as [Product, Product];
  const owner = await Person.register(first.url, 'owner', 'business');
  const site = await owner.post<{ id: string }>('/api/sites', { name: 'Café', currency: 'EUR' });
  for (let round = 0; round < ROUNDS; round += 1) {
    const body = { name: `Round ${round}`, scopes: ['read:qrs'], siteIds: [site.id] };
    const { id, key } = await owner.post<{ id: string; key: string }>('/api/api-keys', body);
    const ask = async ({ url }: Product) => {
      const headers = { authorization: `Bearer ${key}`, 'x-min-position': `${owner.lastPosition()}` };
      return (await fetch(`${url}/api/v1/qrs?siteId=${site.id}`, { headers })).status;
    };
    // Both processes cache the key, so the test finds a cache that outlives the revocation.
    expect([await ask(first), await ask(second), await ask(second)]).toEqual([200, 200, 200]);
    expect((await owner.send('DELETE', `/api/api-keys/${id}`)).status).toBe(204);
    expect([await ask(second), await ask(second), await ask(first)]).toEqual([401, 401, 401]);
  }
});
