import { projectionsAnswer } from '@perktree/contracts/operation/projection-calls';
import { createApp } from '@perktree/platform/http/app';
import { openTestPool, type TestPool } from '@perktree/platform/postgres/testing/test-pool';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projections } from '../catalogue.ts';
import { operate } from '../engine/rebuild/operation.ts';
import { rebuildProjections } from '../service.ts';
import { readModelsTemplate } from '../testing/database.ts';
import { recorded, rootCreated, siteCreated, stored } from '../testing/events.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { mountProjectionOperation } from './routes.ts';

let database: TestPool;
let app: FastifyInstance;
beforeEach(async () => {
  database = await openTestPool(readModelsTemplate);
  const store = new MemoryStore();
  store.push(...recorded([siteCreated(), rootCreated('root')]).map(stored));
  await rebuildProjections({ store, pool: database.pool });
  const logger = pino({ level: 'silent' });
  app = createApp({ logger, publicOrigin: null });
  const session = { userId: 'sue', tenantId: 'tenant', activeRole: 'superadmin', allRoles: ['superadmin'] };
  const authenticate = async () => session as never;
  mountProjectionOperation(app, { store, pool: database.pool, authenticate, logger });
  await app.ready();
});
afterEach(async () => {
  await app.close();
  await database.close();
});

const PATH = '/api/admin/projections';
const list = async () => projectionsAnswer.parse((await app.inject({ url: PATH })).json());
const post = async (what: string, payload: object = {}) => {
  const { statusCode, ...answer } = await app.inject({ method: 'POST', url: `${PATH}/${what}`, payload });
  return { status: statusCode, body: answer.json() };
};

it('lists, pauses, resumes, rebuilds in the background, and drops', async () => {
  expect((await list()).tables).toHaveLength(projections.length);
  expect(await post('pause', { names: ['qrs'] })).toEqual({ status: 200, body: { names: ['qrs'] } });
  expect((await list()).tables.find(({ name }) => name === 'qrs')?.status).toBe('paused');
  expect(await post('resume', {})).toEqual({ status: 200, body: { names: ['qrs'] } });
  expect(await post('rebuild', { names: ['sites'] })).toEqual({
    status: 202,
    body: { started: true, names: ['sites'] },
  });
  await expect.poll(async () => (await list()).operation?.endedAt).toEqual(expect.any(String));
  expect((await list()).operation).toMatchObject({ what: 'rebuild of sites', holder: 'superadmin sue', error: null });
  expect((await post('drop')).body).toEqual({ names: [expect.stringMatching(/^sites__v\d+/)] });
});

it('refuses what would be the second at a time, and unknown read models', async () => {
  await operate({ pool: database.pool, what: 'verification', holder: 'host:7' }, async () => {
    for (const what of ['rebuild', 'verify', 'swap', 'drop']) {
      const refused = await post(what);
      expect([what, refused.status, refused.body.code]).toEqual([what, 409, 'OPERATION_UNDER_WAY']);
      expect(refused.body.message).toContain('verification by host:7');
    }
  });
  expect((await post('pause', { names: ['nothing'] })).status).toBe(400);
  expect((await post('stop')).body).toEqual({ names: [] });
});
