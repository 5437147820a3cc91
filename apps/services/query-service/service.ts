import { sealingOfNewest } from '@perktree/audit-service/statement/sealing';
import { NAME_COLLATION, PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { createIdentity } from '@perktree/identity/service';
import { createPool } from '@perktree/platform/postgres/pool';
import { systemTimers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { auditSigningKey, refuseEndedKey } from '../../parts/configuration/audit-signing-key.ts';
import { WrongConfiguration } from '../../parts/configuration/configuration.ts';
import { mountHealth, queriesReadiness } from '../../parts/health.ts';
import type { ProcessContext } from '../../parts/http.ts';
import { mountQueries } from '../../parts/mount-queries.ts';
import {
  ensureQueryLogin,
  hasQueryReads,
  primaryOf,
  type QueryLogin,
  queryLoginOf,
  refuseMoreThanQueries,
} from '../../parts/query-login.ts';
import { lagOf, openEventStore, openStores, type Stores } from '../../parts/stores.ts';
import { required, type Service } from '../service.ts';

const POLL_MS = 500;

/**
 * Waits until a command service has created the account tables and granted the rights, and a projector has created the read
 * models, as on the first start. Logs once what is missing.
 */
async function untilThereAreReadModels(login: QueryLogin, logger: Pick<FastifyBaseLogger, 'info'>): Promise<void> {
  const pool = createPool({ connectionString: login.url, applicationName: 'query-service-start', max: 1 });
  try {
    for (let logged = false; ; logged = true) {
      const missing = await whatIsMissing(pool, login);
      if (missing === null) return;
      if (!logged) logger.info({ missing }, 'waiting for the other services to make their tables');
      await systemTimers.sleep(POLL_MS);
    }
  } finally {
    await pool.end();
  }
}

async function whatIsMissing(pool: Pool, login: QueryLogin): Promise<string | null> {
  try {
    const { rows } = await pool.query<{ accounts: string | null; models: string | null; names: string | null }>(
      `SELECT to_regclass('identity.sessions')::text AS accounts, to_regclass($1)::text AS models,
         to_regcollation($2)::text AS names`,
      [PROJECTIONS_TABLE, NAME_COLLATION],
    );
    if (rows[0]?.accounts === null) return 'accounts';
    if (rows[0]?.models === null) return 'read models';
    if (rows[0]?.names === null) return 'the order of names, which a projector of this version creates';
    return (await hasQueryReads(login)) ? null : `rights of its database login, which a command service grants`;
  } catch (error) {
    return `the database: ${error instanceof Error ? error.message : error}`;
  }
}

/** Few are enough: a session look-up takes about 1 ms. */
const PRIMARY_CONNECTIONS = 4;

/** All reads, the live stream, the audit and the API reference, over a database login that can only read. */
export const queryService: Service = {
  name: 'query-service',
  port: 3002,
  required: ['SESSION_SECRET', 'PUBLIC_URL'],
  async open(context) {
    const { configuration, app, metrics, logger, limitCallers } = context;
    const login = await queryLogin(context);
    await untilThereAreReadModels(login, logger);
    await refuseMoreThanQueries(login);
    const { pool, store } = await openStores(context, {
      connectionString: login.url,
      applicationName: queryService.name,
    });
    const primary = (await openPrimary(context)) ?? { pool, store };
    const lagNow = lagOf({ store: primary.store, pool });
    const publicUrl = required(configuration.publicUrl);
    const clock = () => new Date(systemTimers.now());
    const sessionSecret = required(configuration.sessionSecret);
    const shared = { pool, publicUrl, productName: configuration.brand.mobile, logger, clock };
    const sessions = createIdentity({ ...shared, pool: primary.pool, sessionSecret, shared: true });
    const identity = { ...sessions, ...sessions.readsFrom(pool) };
    limitCallers(identity.callerOf);
    metrics.mount(app, lagNow);
    const key = configuration.auditSigningKey === null ? null : auditSigningKey(configuration);
    if (key) await refuseEndedKey(pool, configuration, clock());
    else logger.info('without AUDIT_SIGNING_KEY calls make no statements: use npm run perktree -- statement');
    const sealing = key ? sealingOfNewest({ pool, key, clock }) : undefined;
    // A standby may be behind positions that commands have answered with.
    mountQueries(app, { ...shared, identity, store, sealing, files: primary.pool, head: () => primary.store.head() });
    mountHealth(app, queriesReadiness(lagNow));
  },
};

/** Opens the primary if DATABASE_READ_URL is a standby, to read sessions and the position of the newest event. */
async function openPrimary(context: ProcessContext): Promise<Stores | null> {
  const { configuration, logger, parts } = context;
  const connectionString = await primaryOf(configuration);
  if (connectionString === null) return null;
  await refuseMoreThanQueries({ url: connectionString, isDerived: false });
  const applicationName = `${queryService.name}-primary`;
  const pool = createPool({ connectionString, applicationName, max: PRIMARY_CONNECTIONS });
  parts.add(() => pool.end());
  const store = await openEventStore(configuration, { connectionString, applicationName, logger });
  parts.add(() => store.close());
  return { pool, store };
}

/**
 * The login of DATABASE_READ_URL, which a command service grants its rights; else a login created over DATABASE_URL.
 * @throws WrongConfiguration if neither is set
 */
async function queryLogin({ configuration }: Pick<ProcessContext, 'configuration'>): Promise<QueryLogin> {
  const { databaseUrl, databaseReadUrl } = configuration;
  if (databaseReadUrl === null && databaseUrl === null)
    throw new WrongConfiguration('DATABASE_READ_URL is missing: the query service needs it, or DATABASE_URL.');
  const connectionString = databaseUrl ?? required(databaseReadUrl);
  const login = queryLoginOf(configuration, { connectionString, secret: required(configuration.sessionSecret) });
  if (databaseUrl !== null) await ensureQueryLogin(databaseUrl, login);
  return login;
}
