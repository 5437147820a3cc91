import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createIdentity, type Identity } from '@perktree/identity/service';
import { createApp } from '@perktree/platform/http/app';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/test-database';
import { projections } from '@perktree/projector/catalogue';
import { startProcessor } from '@perktree/projector/processor';
import { ensureReadModels } from '@perktree/projector/schema';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { migrateAll } from '../migrate-all.ts';
import { mountServices } from '../mount-services.ts';

export interface ComposedApp {
  readonly app: FastifyInstance;
  readonly identity: Identity;
  readonly pool: Pool;
  /** Method and path of every route, as it was registered. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  close(): Promise<void>;
}

/** All services of the product on a database of their own, without a port, screens and jobs. */
export async function startComposedApp(): Promise<ComposedApp> {
  const database = await createTestDatabase({ name: 'composed', prepare: migrateAll });
  const { connectionString } = database;
  const logger = pino({ level: 'silent' });
  const publicUrl = 'http://localhost:3000';
  const clock = () => new Date();

  const pool = createPool({ connectionString, applicationName: 'composed-spec', max: 12 });
  const store = createPostgresEventStore({ connectionString, logger });
  await ensureReadModels(pool, projections);
  const projector = startProcessor({ store, pool, logger });
  const identity = createIdentity({
    ...{ pool, publicUrl, sessionSecret: 'for specs, and of 32 characters', logger, clock },
    planOf: (tenantId) => commands.quotas.planOf(tenantId),
  });
  const app = createApp({ logger, publicOrigin: publicUrl });
  const routes: { method: string; url: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  const commands = mountServices(app, { identity, store, pool, publicUrl, clock, logger });
  await app.ready();

  return {
    app,
    identity,
    pool,
    routes,
    async close() {
      await app.close();
      await projector.stop();
      await store.close();
      await pool.end();
      await database.drop();
    },
  };
}
