import { Readable } from 'node:stream';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { createApp } from '@perktree/platform/http/app';
import type { Session } from '@perktree/platform/http/session';
import { createPool } from '@perktree/platform/postgres/pool';
import { ensureReaderLogin, readerUrlOf } from '@perktree/platform/postgres/reader-login';
import { createTestDatabase, type Template } from '@perktree/platform/postgres/testing/test-database';
import type { Timers } from '@perktree/platform/time/timers';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { mountQueryService } from '../mount.ts';
import type { DrawSheet } from '../qr/print-sheets/draw-sheet.ts';
import { createReadModels, NOW, uuid } from './read-models.ts';

export const session = (userId: string, role: Role, more: Partial<Session> = {}): Session => ({
  sessionId: `session of ${userId}`,
  userId,
  role,
  allRoles: [role],
  tenantId: null,
  ...more,
});

/** Position of the newest event. */
export const RIG_HEAD = 1_000n;

/** Sessions by the value of the header `x-as`. */
export const PEOPLE: Readonly<Record<string, Session>> = {
  owner: session('owner', 'site_owner', { tenantId: uuid('tenant') }),
  both: session('both', 'site_owner', { tenantId: uuid('tenant'), allRoles: ['site_owner', 'staff'] }),
  rival: session('rival', 'site_owner', { tenantId: uuid('rival tenant') }),
  sam: session('sam', 'staff'),
  dora: session('dora', 'distributor', { allRoles: ['distributor', 'customer'] }),
  emil: session('emil', 'distributor', { allRoles: ['distributor', 'customer'] }),
  carla: session('carla', 'customer'),
  admin: session('admin', 'superadmin'),
};

type Item = Readonly<Record<string, string>>;

export interface Rig {
  readonly app: FastifyInstance;
  /** Writes the read models. */
  readonly pool: Pool;
  /** The query service's own. */
  readonly reading: Pool;
  /** GETs a path as one of the people, or anonymously. */
  get(path: string, as?: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** A list from all its pages, and what the first one counts. @param of the items of an answer */
  pages<T = Item>(
    path: string,
    as: string,
    limit?: number,
    of?: (body: never) => readonly T[],
  ): Promise<{ readonly items: readonly T[]; readonly total: number }>;
  /** The lines of a CSV. */
  csv(path: string, as: string, language?: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface RigOptions {
  /** Creates the tables. Default: plain ones, without indexes. */
  readonly prepare?: (pool: Pool) => Promise<void>;
  /** Added to PEOPLE. */
  readonly people?: Readonly<Record<string, Session>>;
  /** Replaces the pool that the service reads with; may use the one that writes the read models. */
  readonly readWith?: (reading: Pool, writing: Pool) => Pool;
  readonly timers?: Timers;
  /** Mounts calls of another service. */
  readonly mountAlso?: (scope: FastifyInstance, deps: QueryServiceDeps) => void;
}

export const queryTemplate: Template = {
  name: 'query_rig',
  async prepare(connectionString) {
    const pool = createPool({ connectionString, applicationName: 'template', max: 1 });
    await createReadModels(pool);
    await pool.end();
  },
};

/** The query service over empty read models, on a database of its own. Its clock stands at `NOW`. */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const { readWith = (pool: Pool) => pool, mountAlso } = options;
  const people = { ...PEOPLE, ...options.people };
  const database = await createTestDatabase(options.prepare ? undefined : queryTemplate);
  const pool = createPool({ connectionString: database.connectionString, applicationName: 'query-spec' });
  await options.prepare?.(pool);
  // As in production: the login may only read, so a write fails in every spec.
  const readable = { schemas: [READ_MODEL_SCHEMA], columns: {}, functions: [] };
  const { connectionString } = database;
  const readerUrl = readerUrlOf(connectionString, 'a secret for specs');
  await ensureReaderLogin({ connectionString, readerUrl, isDerived: true, readable });
  const reading = createPool({ connectionString: readerUrl, applicationName: 'query-spec-reading' });
  const app = createApp({ logger: false, publicOrigin: null });
  const deps: QueryServiceDeps & { readonly drawSheet: DrawSheet } = {
    pool: readWith(reading, pool),
    authenticate: async (request) => people[String(request.headers['x-as'])] ?? null,
    accounts: {
      noteTexts: async () => new Map(),
      keptAfterErasure: async () => null,
      openInvitations: async () => [],
      invitations: async () => new Map(),
      countOpenInvitations: async () => 0,
      notificationsReadUntil: async (id) => (id === 'owner' ? NOW : null),
      displayNames: async (ids) => new Map(ids.map((id) => [id, id === 'erased' ? 'Deleted user' : `Name of ${id}`])),
      erasedAmong: async (ids) => new Set(ids.filter((id) => id === 'erased')),
      contacts: async (ids) =>
        new Map(
          ids.filter((id) => id !== 'erased').map((id) => [id, { name: `Name of ${id}`, email: `${id}@shop.example` }]),
        ),
    },
    pictures: { pngOf: async () => null },
    drawSheet: () => Readable.from([]),
    head: async () => RIG_HEAD,
    publicUrl: 'https://perktree.example',
    clock: () => new Date(NOW),
    logger: app.log,
    ...(options.timers && { timers: options.timers }),
  };
  mountQueryService(app, deps, (scope) => mountAlso?.(scope, deps));
  await app.ready();
  const get: Rig['get'] = (url, as, headers = {}) =>
    app.inject({ method: 'GET', url, headers: { ...headers, ...(as === undefined ? {} : { 'x-as': as }) } });
  return {
    ...{ app, pool, reading, get },
    async pages<T>(path: string, as: string, limit = 200, of = (body: never): readonly T[] => body) {
      const items: T[] = [];
      let total = 0;
      for (let cursor = ''; ; ) {
        const page = await get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`, as);
        if (page.statusCode !== 200) throw new Error(page.body);
        if (cursor === '') total = Number(page.headers['x-total-count']);
        items.push(...of(page.json() as never));
        if (page.headers['x-next-cursor'] === undefined) return { items, total };
        cursor = `&cursor=${page.headers['x-next-cursor']}`;
      }
    },
    async csv(path, as, language = 'en') {
      const { body, headers } = await get(path, as, { accept: 'text/csv', 'accept-language': language });
      if (headers['content-type'] !== 'text/csv; charset=utf-8') throw new Error(body);
      return body.replace('\uFEFF', '').trim().split('\r\n');
    },
    close: async () => {
      await app.close();
      await reading.end();
      await pool.end();
      await database.drop();
    },
  };
}
