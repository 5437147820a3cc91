import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { debianPostgres } from './support/debian-postgres.ts';
import { command } from './support/patient-client.ts';
import { Person } from './support/person.ts';
import { type PostgresPair, startPostgresPair } from './support/postgres-pair.ts';
import { operate, type Product, startProduct } from './support/product.ts';
import { openOffer, tokenOf } from './support/shop.ts';

const missing = debianPostgres === null ? ' (skipped: no Postgres; apt-get install postgresql)' : '';

interface Redeemed {
  readonly redemptionId: string;
}

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Two product processes that use a server pair through one address, and a shop whose QR customers have scanned. */
async function openOnPair(options: { isSynchronous: boolean; customers: number }) {
  const pair = await startPostgresPair(options);
  stops.push(() => pair.stop());
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-failover-'));
  stops.push(async () => rmSync(dataDir, { recursive: true, force: true }));
  const env = { DATABASE_URL: pair.url, DATA_DIR: dataDir };
  const start = async () => {
    const product = await startProduct({ dataDir, env });
    stops.push(() => product.kill());
    return product;
  };
  const products = [await start(), await start()] as const;
  const [{ url }] = products;
  const { owner, siteId, qr } = await openOffer(url);
  const token = tokenOf(qr.customerUrl);
  const customers: Person[] = [];
  for (let n = 0; n < options.customers; n += 1) {
    const customer = await Person.register(url, `customer${n}`, 'customer');
    await customer.post('/api/scan', { token });
    customers.push(customer);
  }
  return {
    ...{ pair, products, env, customers },
    redeem: (customer: number, at: Product) =>
      command<Redeemed>((customers[customer] as Person).at(at.url), 'POST', '/api/redeem', { token }),
    redemptionsShown: async () => {
      const [shown] = await owner.at(url).get<{ totalRedemptions: number }[]>(`/api/sites/${siteId}/qrs`);
      return shown?.totalRedemptions;
    },
  };
}

const storedRedemptions = async ({ standby }: PostgresPair) =>
  (
    await standby.sql(
      `SELECT data ->> 'redemptionId' FROM event_store.events WHERE type = 'BenefitRedeemed'`,
      'perktree',
    )
  ).split('\n');

async function metricOf(product: Product, name: string): Promise<number> {
  const metrics = await (await fetch(`${product.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
}

async function findsNothing(env: Record<string, string>): Promise<void> {
  const verified = await operate(['verify'], env);
  expect(verified.exitCode, verified.output).toBe(0);
  const audited = await operate(['audit', 'replay'], env);
  expect(audited.exitCode, audited.output).toBe(0);
  expect(audited.output).toContain('No differences.');
}

describe.skipIf(missing !== '')(`a failover between two Postgres servers${missing}`, () => {
  it('that loses events stores no redemption twice, and both processes redeem again', async () => {
    const { pair, products, env, redeem, redemptionsShown } = await openOnPair({ isSynchronous: false, customers: 8 });
    const [first, second] = products;
    await redeem(0, first);
    await redeem(1, second);
    await expect.poll(redemptionsShown).toBe(2);
    await pair.caughtUp();
    pair.holdBack();
    await redeem(2, first);
    await redeem(3, second);
    await redeem(4, first);
    await pair.failOver();

    // Append at the revision at which the first process has cached a lost event.
    await redeem(5, second);
    await redeem(6, first);
    for (const lost of [2, 3, 4]) {
      const again = await Promise.allSettled([redeem(lost, first), redeem(lost, second)]);
      expect(again.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    }
    await redeem(7, first);

    const stored = await storedRedemptions(pair);
    expect([stored.length, new Set(stored).size]).toEqual([8, 8]);
    await expect.poll(redemptionsShown).toBe(8);
    for (const product of products) {
      await expect.poll(() => metricOf(product, 'perktree_event_store_regressions_total')).toBe(1);
      expect(product.output().match(/the event store has lost events/g), product.output()).toHaveLength(1);
      await expect.poll(async () => (await fetch(`${product.url}/readyz`)).status).toBe(200);
    }
    await findsNothing(env);
  });

  it('loses nothing that was acknowledged where the standby is synchronous', async () => {
    const customers = 24;
    const { pair, products, env, redeem } = await openOnPair({ isSynchronous: true, customers });
    const redemptions = Array.from({ length: customers }, (_, n) => n).map((n) => async () => {
      return redeem(n, products[n % 2] as Product);
    });
    const acknowledged: Redeemed[] = [];
    const work = redemptions.map(async (one) => acknowledged.push(await one()));
    await expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(4);
    await pair.failOver();
    await Promise.all(work);

    const stored = await storedRedemptions(pair);
    expect(stored.toSorted()).toEqual(acknowledged.map(({ redemptionId }) => redemptionId).toSorted());
    for (const product of products) expect(await metricOf(product, 'perktree_event_store_regressions_total')).toBe(0);
    await findsNothing(env);
  });
});
