import { StoreUnavailable } from '@perktree/event-store/port';
import { unavailable } from '@perktree/event-store/postgres/failures';
import { createApp } from '@perktree/platform/http/app';
import { openTestPool } from '@perktree/platform/postgres/testing/test-pool';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import { projectorLag } from '@perktree/projector/engine/live/lag';
import { readModelsTemplate } from '@perktree/projector/testing/database';
import { recorded, siteCreated, stored } from '@perktree/projector/testing/events';
import { MemoryStore } from '@perktree/projector/testing/memory-store';
import { describe, expect, it } from 'vitest';
import { mountHealth, projectionsReadiness, queriesReadiness, storesReadiness, writesReadiness } from './health.ts';
import { createMetrics } from './metrics.ts';

const lag = (seconds: number) => async () => ({ head: 9n, reached: 8n, behind: 1n, seconds, failed: [], paused: [] });
const silent = { level: 'silent', warn() {}, debug() {} };

async function readyz(readiness: Parameters<typeof mountHealth>[1]) {
  const app = createApp({ logger: false, publicOrigin: null });
  mountHealth(app, readiness);
  const answer = await app.inject('/readyz');
  await app.close();
  return { code: answer.statusCode, retryAfter: answer.headers['retry-after'], ...answer.json() };
}

describe('/readyz', () => {
  it.each([
    ['a query service', queriesReadiness],
    ['a projector', projectionsReadiness],
  ])('of %s is 503 when an event waits for more than 60 s to be projected', async (_, readinessOf) => {
    expect(await readyz(readinessOf(lag(59)))).toMatchObject({ code: 200, status: 'ready', lagSeconds: 59 });
    const behind = { code: 503, retryAfter: '1', status: 'behind', lagSeconds: 61 };
    expect(await readyz(readinessOf(lag(61)))).toMatchObject(behind);
  });

  it('names paused read models, which show old rows while the others keep up', async () => {
    const paused = async () => ({ ...(await lag(0)()), paused: ['earnings'] });
    expect(await readyz(projectionsReadiness(paused))).toMatchObject({
      code: 200,
      status: 'paused',
      paused: ['earnings'],
    });
  });

  it('names a queue that is away or full, without which commands go on', async () => {
    const metrics = createMetrics(silent);
    const of = (state: 'reachable' | 'unreachable' | 'full') =>
      writesReadiness(storesReadiness(lag(0)), { metrics, board: { readState: async () => state } });
    expect(await readyz(of('reachable'))).toMatchObject({ code: 200, queue: 'reachable' });
    expect(await readyz(of('unreachable'))).toMatchObject({ code: 200, queue: 'unreachable' });
    expect(await readyz(of('full'))).toMatchObject({ code: 200, queue: 'full' });
  });

  it('names a full disk until an append succeeds', async () => {
    const metrics = createMetrics(silent);
    const full = unavailable(Object.assign(new Error('could not extend file'), { code: '53100' }));
    expect(full).toBeInstanceOf(StoreUnavailable);
    expect(full.message).toBe("The disk of the event store's database is full: could not extend file");
    let isFull = true;
    const inner = Object.assign(new MemoryStore(), {
      append: async () => {
        if (isFull) throw full;
        return { revision: 0, position: 1n };
      },
    });
    const store = metrics.measured(inner);
    const readiness = writesReadiness(storesReadiness(lag(0)), {
      metrics,
      board: { readState: async () => 'reachable' },
    });
    const append = () => store.append('site-1', -1, [{ eventId: 'e', type: 'T', data: {}, metadata: {} }]);
    await expect(append()).rejects.toBe(full);
    expect(await readyz(readiness)).toMatchObject({ code: 503, status: 'disk full' });
    isFull = false;
    await append();
    expect(await readyz(readiness)).toMatchObject({ code: 200, status: 'ready' });
  });

  // On a full disk, the row of an idempotency key is the first write of most commands.
  it('names a full disk that a call meets before it appends, and counts each failure once', async () => {
    const metrics = createMetrics(silent);
    const app = createApp({ logger: false, publicOrigin: null });
    metrics.mount(app, null);
    const board = { readState: async () => 'reachable' as const };
    mountHealth(app, writesReadiness(storesReadiness(lag(0)), { metrics, board }));
    const fail = () => Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }));
    app.post('/keys', fail);
    const store = metrics.measured(Object.assign(new MemoryStore(), { append: fail }));
    app.post('/append', () => store.append('site-1', -1, []));
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    for (const url of ['/keys', '/append']) expect((await app.inject({ method: 'POST', url })).statusCode).toBe(503);
    expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'disk full' });
    expect((await app.inject('/metrics')).body).toMatch(/^perktree_disk_full_total 2$/m);
    await app.close();
  });
});

it('the lag in seconds is the age of the oldest event that is not projected', async () => {
  const database = await openTestPool(readModelsTemplate);
  const store = new MemoryStore();
  const timers = new ManualTimers();
  const at = (secondsAgo: number) => new Date(timers.now() - secondsAgo * 1000).toISOString();
  store.push(
    ...recorded([
      { ...siteCreated(), at: at(90) },
      { ...siteCreated(), at: at(10) },
    ]).map(stored),
  );
  const { seconds } = await projectorLag({ store, pool: database.pool, timers });
  expect(seconds).toBe(90);
  await database.close();
});
