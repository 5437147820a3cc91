import type { Role } from '@perktree/contracts/kernel/envelope';
import { queueStateAnswer } from '@perktree/contracts/operation/calls';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from '../http/app.ts';
import { createTestDatabase } from '../postgres/test-database.ts';
import { startJobs } from './jobs.ts';
import { mountQueueBoard } from './queue-board-routes.ts';
import { ATTEMPTS } from './taking-jobs.ts';

let runs = 0;
const database = await createTestDatabase();
const broken = {
  ...{ name: 'broken', everyMs: 60 * 60_000 },
  run: async () => {
    runs += 1;
    throw new Error('the shop is closed');
  },
};
const place = { databaseUrl: database.connectionString };
const jobs = await startJobs({ ...place, jobs: [broken], logger: pino({ level: 'silent' }), retryMs: 1 });
const app = createApp({ logger: false, publicOrigin: null });
mountQueueBoard(app, {
  board: jobs.board,
  authenticate: async ({ headers }) => {
    const role = headers['x-role'] as Role | undefined;
    return role ? { sessionId: 's', userId: 'u', role, allRoles: [role], tenantId: null } : null;
  },
});
await app.ready();
afterAll(async () => {
  await app?.close();
  await jobs?.close();
  await database?.drop();
});

const ask = (role: Role | null, method: 'GET' | 'POST', url: string) =>
  app.inject({ method, url, headers: role ? { 'x-role': role } : {} });
const state = async () => queueStateAnswer.parse((await ask('superadmin', 'GET', '/api/admin/queues')).json());

describe('the queue board', () => {
  it('shows a superadmin what failed for good and why, and when jobs run next', async () => {
    await expect.poll(async () => (await state()).failed.length).toBe(2);
    const { engine, counts, failed, schedules } = await state();
    expect(engine).toBe('postgres');
    expect(counts).toMatchObject({ failed: 2, delayed: 1 });
    expect(failed[0]).toMatchObject({ name: 'broken', reason: 'the shop is closed', attempts: ATTEMPTS });
    expect(schedules).toMatchObject([{ name: 'broken', everyMs: 60 * 60_000 }]);
  });

  it('tries a dead run again', async () => {
    await expect.poll(async () => (await state()).failed.length).toBe(2);
    const [{ id } = { id: '' }] = (await state()).failed;
    const before = runs;
    const answer = await ask('superadmin', 'POST', `/api/admin/queues/failed/${encodeURIComponent(id)}/retry`);
    expect([answer.statusCode, answer.json()]).toEqual([200, { id }]);
    await expect.poll(() => runs).toBe(before + ATTEMPTS);
  });

  it('answers 404 for an unknown run', async () => {
    const answer = await ask('superadmin', 'POST', '/api/admin/queues/failed/never-queued/retry');
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each(['GET /api/admin/queues', 'POST /api/admin/queues/failed/1/retry'])(
    'refuses everyone else: %s',
    async (call) => {
      const [method, url] = call.split(' ') as ['GET' | 'POST', string];
      expect((await ask(null, method, url)).statusCode).toBe(401);
      for (const role of ['site_owner', 'staff', 'distributor', 'customer'] as const) {
        expect((await ask(role, method, url)).statusCode).toBe(403);
      }
    },
  );
});
