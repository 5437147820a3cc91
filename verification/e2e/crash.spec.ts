import { afterAll, expect, it } from 'vitest';
import { Person } from './support/person.ts';
import { type Product, removeData, startProduct } from './support/product.ts';

interface Qr {
  readonly id: string;
  readonly totalScans: number;
}

const CALLERS = 8;

let product: Product;
afterAll(async () => {
  await product?.kill();
  if (product) removeData(product);
});

it('killed with -9 under load and started again, it has every acknowledged command and goes on', async () => {
  product = await startProduct();
  const owner = await Person.register(product.url, 'owner', 'business');
  const site = await owner.post<{ id: string }>('/api/sites', { name: 'Kiosk', currency: 'EUR' });
  const qrs = `/api/sites/${site.id}/qrs`;
  const root = await owner.post<Qr>(qrs, {
    name: 'Root',
    type: 'TEXT_REWARD',
    textReward: 'Coffee',
    commissionPercent: '50.00',
  });
  const { customerUrl } = await owner.get<{ customerUrl: string }>(`${qrs}/${root.id}/qrcode`);
  const token = customerUrl.split('/').at(-1);

  const acknowledged = { names: new Set<string>(), scans: 0 };
  let killed = false;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let n = 0; !killed; n += 1) {
      // Every command has an outcome: stored and answered, or cut off by the kill.
      const name = `name ${caller}-${n}`;
      const edit = owner.put<Qr>(`${qrs}/${root.id}`, { name }).then(() => acknowledged.names.add(name));
      const visitor = new Person(product.url, 'visitor');
      const scan = visitor.post('/api/scan', { token }).then(() => {
        acknowledged.scans += 1;
      });
      await Promise.allSettled([edit, scan]);
    }
  });
  await expect.poll(() => Math.min(acknowledged.names.size, acknowledged.scans)).toBeGreaterThan(10);
  await product.kill();
  killed = true;
  await Promise.all(callers);

  product = await startProduct({ dataDir: product.dataDir });
  const again = owner.at(product.url);
  const read = async () => (await again.get<[Qr & { name: string }]>(qrs))[0];
  // A read of the owner does not wait for the scans of visitors.
  await expect.poll(async () => (await read()).totalScans).toBeGreaterThanOrEqual(acknowledged.scans);
  const after = await read();
  // Each caller may have one command that was stored before its answer was lost.
  expect(after.totalScans).toBeLessThanOrEqual(acknowledged.scans + CALLERS);
  expect(after.name).toMatch(/^name \d+-\d+$/);

  const renamed = await again.put<{ name: string }>(`${qrs}/${root.id}`, { name: 'after the crash' });
  expect(renamed.name).toBe('after the crash');
});
