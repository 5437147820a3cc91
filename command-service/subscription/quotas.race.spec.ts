import { randomUUID } from 'node:crypto';
import { streams } from '@perktree/contracts/catalogue/streams';
import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { runMigrations } from '@perktree/platform/postgres/migrate';
import { createTestDatabase } from '@perktree/platform/postgres/test-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOfNextMonth } from './redemptions-of-month.ts';
import { TENANT, tenantOn } from './testing/tenant.ts';

const NOW = '2026-05-10T10:00:00.000Z';
const PROCESSES = 4;
let cleanup: () => Promise<void>;
let processes: ReturnType<typeof tenantOn>[];

/** Four processes on one Postgres event store, each with its own memory. */
beforeAll(async () => {
  const database = await createTestDatabase({
    name: 'event_store',
    prepare: async (connectionString) => {
      const schema = EVENT_STORE_SCHEMA;
      await runMigrations({ connectionString, service: 'event_store', schema, migrations: eventStoreMigrations });
    },
  });
  const { connectionString } = database;
  const stores = Array.from({ length: PROCESSES }, () => createPostgresEventStore({ connectionString }));
  processes = stores.map((store) => tenantOn(store, { now: NOW }));
  cleanup = async () => {
    for (const store of stores) await store.close();
    await database.drop();
  };
});
afterAll(() => cleanup());

const race = async (count: number, attempt: (process: ReturnType<typeof tenantOn>, n: number) => Promise<unknown>) => {
  const results = await Promise.allSettled(
    Array.from({ length: count }, (_, n) => attempt(processes[n % PROCESSES] as ReturnType<typeof tenantOn>, n)),
  );
  const codes = results.map((result) => (result.status === 'fulfilled' ? 'done' : result.reason.code));
  return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((c) => c === code).length]));
};

describe('on the Free plan, from four processes at once', () => {
  it('100 parallel creates leave exactly 1 site', async () => {
    expect(await race(100, (process) => process.createSite())).toEqual({ done: 1, PLAN_LIMIT_REACHED: 99 });
  });

  const take = (process: ReturnType<typeof tenantOn>, quota: 'activeQrs' | 'redemptions', until: string) => {
    const items = [{ id: randomUUID(), stream: streams.redemptions(randomUUID()), until }];
    const context = process.contextOf(randomUUID());
    return process.quotas.reserveFor({ tenantId: TENANT, quota, context, items }, async () => {});
  };

  it('100 parallel creates leave exactly 3 active QRs', async () => {
    const until = '2026-05-11T10:00:00.000Z';
    expect(await race(100, (process) => take(process, 'activeQrs', until))).toEqual({
      done: 3,
      PLAN_LIMIT_REACHED: 97,
    });
  });

  it('the 51st redemption of a month is refused under concurrency', async () => {
    const until = startOfNextMonth(NOW);
    expect(until).toBe('2026-06-01T00:00:00.000Z');
    expect(await race(120, (process) => take(process, 'redemptions', until))).toEqual({
      done: 50,
      PLAN_LIMIT_REACHED: 70,
    });
  });
});
