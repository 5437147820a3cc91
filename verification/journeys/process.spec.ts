import { afterAll, expect, it } from 'vitest';
import { Person } from '../e2e/support/person.ts';
import { type Product, removeData, startProduct } from '../e2e/support/product.ts';

const started: Product[] = [];
const start = async (dataDir?: string) => {
  const product = await startProduct(dataDir === undefined ? {} : { dataDir });
  started.push(product);
  return product;
};

afterAll(async () => {
  for (const product of started) await product.kill();
  if (started[0]) removeData(started[0]);
});

it('starts on an empty folder, keeps what it acknowledged through kill -9, and ends in order on SIGTERM', async () => {
  const first = await start();
  for (const path of ['/healthz', '/readyz', '/sites']) expect((await fetch(first.url + path)).status, path).toBe(200);
  const owner = await Person.register(first.url, 'owner', 'business');
  const site = await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  await expect(startProduct({ dataDir: first.dataDir })).rejects.toThrow(/in use/);
  await first.kill();

  const second = await start(first.dataDir);
  expect(await owner.at(second.url).get('/api/me/sites')).toMatchObject([{ id: site.id, name: 'Harbour Bakery' }]);
  // A stream of live updates does not keep it from stopping: it would end after ten seconds, with another exit code.
  const stream = await fetch(`${second.url}/api/events`, { headers: { cookie: owner.cookie } });
  expect(stream.status).toBe(200);
  expect(await second.stop()).toBe(0);
  await expect(fetch(`${second.url}/healthz`)).rejects.toThrow();
});
