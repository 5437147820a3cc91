import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acknowledged, command } from './support/patient-client.ts';
import { Person } from './support/person.ts';
import { startServer, type TestServer } from './support/postgres-server.ts';
import { operate, type Product, removeData, SERVICES_PROGRAM, startProduct } from './support/product.ts';

/** Seconds under load and kills; `KILL_SECONDS=120 npm test -- e2e/services-killed` for longer. */
const SECONDS = Number(process.env.KILL_SECONDS ?? 12);
/** Between two kills, in milliseconds. */
const KILL_EVERY_MS = 3_000;
const CUSTOMERS = 12;
const QRS = 6;
/** The services of which one is killed each time. */
const KILLED = ['command-service', 'query-service', 'projector'];

interface Qr {
  readonly id: string;
}

let server: TestServer;
let product: Product;
beforeAll(async () => {
  server = await startServer({ maxConnections: 200 });
  product = await startProduct({ program: SERVICES_PROGRAM, env: { DATABASE_URL: server.url } });
});
afterAll(async () => {
  await product?.stop();
  if (product) removeData(product);
  await server?.stop();
});

/** The process of a service that was started last, by the name of the instance. */
function processes(): ReadonlyMap<string, number> {
  const started = [...product.output().matchAll(/^ {2}(\S+(?: \d)?)\s+process (\d+)$/gm)];
  return new Map(started.map(([, name = '', pid]) => [name, Number(pid)]));
}

async function killNowAndThen(until: number): Promise<number> {
  let kills = 0;
  for (let turn = 0; Date.now() < until; turn++) {
    await sleep(KILL_EVERY_MS);
    for (const service of KILLED) {
      const pid = processes().get(`${service} ${1 + (turn % 2)}`);
      // It may be dead already, and not be started again yet.
      if (pid !== undefined && signal(pid)) kills += 1;
    }
  }
  return kills;
}

function signal(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

it(
  'loses and doubles no acknowledged command, and shows nothing that is too old, while one of each service is killed',
  async () => {
    const owner = await Person.register(product.url, 'owner', 'business');
    const checkout = await owner.post<{ url: string }>('/api/create-subscription', { priceId: 'price_ultra' });
    await owner.post(`/api/offline-checkout/${checkout.url.split('/').at(-1)}/confirm`);
    const site = await owner.post<{ id: string }>('/api/sites', { name: 'Bakery', currency: 'EUR' });
    const qrs = `/api/sites/${site.id}/qrs`;
    const roots: { id: string; token: string }[] = [];
    for (let n = 0; n < QRS; n++) {
      const { id } = await owner.post<Qr>(qrs, {
        ...{ name: `Root ${n}`, type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '10.00' },
      });
      const { customerUrl } = await owner.get<{ customerUrl: string }>(`${qrs}/${id}/qrcode`);
      roots.push({ id, token: customerUrl.split('/').at(-1) as string });
    }
    const customers: Person[] = [];
    for (let n = 0; n < CUSTOMERS; n++) customers.push(await Person.register(product.url, 'customer', 'customer'));

    const until = Date.now() + SECONDS * 1000;
    const names = new Set<string>();
    const redemptions = new Set<string>();
    const tooOld: string[] = [];

    const redeeming = customers.map(async (customer, index) => {
      for (let n = 0; n < QRS && Date.now() < until; n++) {
        const { token } = roots[(index + n) % QRS] as { token: string };
        await command(customer, 'POST', '/api/scan', { token });
        const redeemed = await command<{ redemptionId: string }>(customer, 'POST', '/api/redeem', { token });
        redemptions.add(redeemed.redemptionId);
        // The position of the command goes along: what is read has to have it.
        const mine = await acknowledged(() => customer.send<{ isRedeemed: boolean }[]>('GET', '/api/me/scans'));
        const seen = mine.filter(({ isRedeemed }) => isRedeemed).length;
        if (seen !== n + 1) tooOld.push(`${seen} of ${n + 1} redemptions`);
        // The load lasts as long as the kills.
        await sleep((SECONDS * 1000) / QRS / 2);
      }
    });
    const editing = roots.map(async ({ id }) => {
      // A person of its own: what somebody else does must not move the position that is read from.
      const editor = owner.at(product.url);
      while (Date.now() < until) {
        const name = `name ${randomUUID()}`;
        await command(editor, 'PUT', `${qrs}/${id}`, { name });
        names.add(name);
        const list = await acknowledged(() => editor.send<{ id: string; name: string }[]>('GET', qrs));
        const shown = list.find((qr) => qr.id === id)?.name;
        if (shown !== name) tooOld.push(`${shown} for ${name}`);
      }
    });
    const [kills] = await Promise.all([killNowAndThen(until), ...redeeming, ...editing]);

    expect(tooOld).toEqual([]);
    expect(kills).toBeGreaterThanOrEqual(3);
    expect(redemptions.size).toBeGreaterThan(CUSTOMERS);
    expect(names.size).toBeGreaterThan(QRS);

    const events = new pg.Client({ connectionString: server.url });
    await events.connect();
    const valuesOf = async (type: string, path: string) => {
      const sql = `SELECT data #>> $2 AS value FROM event_store.events WHERE type = $1`;
      return (await events.query<{ value: string | null }>(sql, [type, path])).rows.flatMap(({ value }) => value ?? []);
    };
    const redeemed = await valuesOf('BenefitRedeemed', '{redemptionId}');
    const edited = await valuesOf('QrEdited', '{terms,name}');
    await events.end();
    // Exactly once each. Every command was sent until it was answered, so there is none besides.
    expect([...redeemed].sort()).toEqual([...redemptions].sort());
    expect([...edited].sort()).toEqual([...names].sort());

    const verified = await operate(['verify'], { DATABASE_URL: server.url, DATA_DIR: product.dataDir });
    expect(verified.exitCode, verified.output).toBe(0);
    console.log(
      `${SECONDS} s, ${kills} kills, ${redemptions.size} redemptions, ${names.size} edits: none lost or doubled`,
    );
  },
  (SECONDS + 180) * 1000,
);
