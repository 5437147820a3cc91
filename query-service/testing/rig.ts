import type { Role } from '@perktree/contracts/envelope';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/read-models';
import { createApp } from '@perktree/platform/http/app';
import type { Session } from '@perktree/platform/http/session';
import { createPool } from '@perktree/platform/postgres/pool';
import { ensureReaderLogin, readerUrlOf } from '@perktree/platform/postgres/reader-login';
import { createTestDatabase } from '@perktree/platform/postgres/test-database';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Pool } from 'pg';
import { mountQueryService } from '../mount.ts';
import { createReadModels, NOW, uuid } from './read-models.ts';

const session = (userId: string, role: Role, more: Partial<Session> = {}): Session => ({
  sessionId: `session of ${userId}`,
  userId,
  role,
  allRoles: [role],
  tenantId: null,
  ...more,
});

/** Who may call, by the name that the header `x-as` gives. */
export const PEOPLE: Readonly<Record<string, Session>> = {
  owner: session('owner', 'site_owner', { tenantId: uuid('tenant') }),
  rival: session('rival', 'site_owner', { tenantId: uuid('rival tenant') }),
  sam: session('sam', 'staff'),
  dora: session('dora', 'distributor', { allRoles: ['distributor', 'customer'] }),
  emil: session('emil', 'distributor', { allRoles: ['distributor', 'customer'] }),
  carla: session('carla', 'customer'),
  admin: session('admin', 'superadmin'),
};

export interface Rig {
  readonly app: FastifyInstance;
  /** Writes what is read. */
  readonly pool: Pool;
  /** The query service's own. */
  readonly reading: Pool;
  /** GETs a path as one of the people, or as nobody. */
  get(path: string, as?: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/** The query service over empty read models, on a database of its own. It is `NOW`. */
export async function startRig(): Promise<Rig> {
  const database = await createTestDatabase();
  const pool = createPool({ connectionString: database.connectionString, applicationName: 'query-spec' });
  await createReadModels(pool);
  // As in the product, where the query service runs by itself: what writes fails in every spec.
  const readable = { schemas: [READ_MODEL_SCHEMA], columns: {}, functions: [] };
  const { connectionString } = database;
  const readerUrl = readerUrlOf(connectionString, 'a secret for specs');
  await ensureReaderLogin({ connectionString, readerUrl, isDerived: true, readable });
  const reading = createPool({
    connectionString: readerUrl,
    applicationName: 'query-spec-reading',
  });
  const app = createApp({ logger: false, publicOrigin: null });
  mountQueryService(app, {
    pool: reading,
    authenticate: async (request) => PEOPLE[String(request.headers['x-as'])] ?? null,
    accounts: {
      noteTexts: async () => new Map(),
      openInvitations: async () => [],
      displayNames: async (ids) => new Map(ids.map((id) => [id, id === 'erased' ? 'Deleted user' : `Name of ${id}`])),
      erasedAmong: async (ids) => new Set(ids.filter((id) => id === 'erased')),
      contacts: async (ids) =>
        new Map(
          ids.filter((id) => id !== 'erased').map((id) => [id, { name: `Name of ${id}`, email: `${id}@shop.example` }]),
        ),
    },
    publicUrl: 'https://perktree.example',
    clock: () => new Date(NOW),
    logger: app.log,
  });
  await app.ready();
  return {
    app,
    pool,
    reading,
    get: (url, as, headers = {}) =>
      app.inject({ method: 'GET', url, headers: { ...headers, ...(as === undefined ? {} : { 'x-as': as }) } }),
    close: async () => {
      await app.close();
      await reading.end();
      await pool.end();
      await database.drop();
    },
  };
}
