import { sealingOfNewest } from '@perktree/audit-service/statement/sealing';
import { createIdentity } from '@perktree/identity/service';
import { createPool } from '@perktree/platform/postgres/pool';
import { projectorLag } from '@perktree/projector/lag';
import { auditSigningKey } from '@perktree/standalone/audit-signing-key';
import { WrongConfiguration } from '@perktree/standalone/configuration';
import { mountHealth, queriesReadiness } from '@perktree/standalone/health';
import { mountQueries } from '@perktree/standalone/mount-queries';
import { openEventStore, type Stores } from '@perktree/standalone/open-stores';
import {
  ensureQueryLogin,
  primaryOf,
  type QueryLogin,
  queryLoginOf,
  refuseMoreThanQueries,
} from '@perktree/standalone/query-reads';
import type { Service, ServiceContext } from '../service.ts';
import { must, openSharedStores } from '../shared-stores.ts';
import { untilThereAreReadModels } from './until-there-are-read-models.ts';

/** Sessions are looked up in a millisecond each. */
const PRIMARY_CONNECTIONS = 4;

/** Every read, the live stream, the audit and the reference of the calls, over sessions that can only read. Any number may run. */
export const queryService: Service = {
  name: 'query-service',
  port: 3002,
  required: ['SESSION_SECRET', 'PUBLIC_URL'],
  async open(context) {
    const { configuration, app, metrics, logger, knowsCallers } = context;
    const login = await queryLogin(context);
    await untilThereAreReadModels(login, logger);
    await refuseMoreThanQueries(login);
    const { pool, store } = await openSharedStores(context, queryService.name, login.url);
    const primary = (await openPrimary(context)) ?? { pool, store };
    const positionsHaveGaps = configuration.eventStoreUrl !== null;
    const lagNow = () => projectorLag({ store: primary.store, pool, positionsHaveGaps });
    const publicUrl = must(configuration.publicUrl);
    const clock = () => new Date();
    const sessionSecret = must(configuration.sessionSecret);
    const shared = { pool, publicUrl, logger, clock };
    const sessions = createIdentity({ ...shared, pool: primary.pool, sessionSecret, shared: true });
    const identity = { ...sessions, ...sessions.readsFrom(pool) };
    knowsCallers(identity.callerOf);
    metrics.mount(app, lagNow);
    const key = configuration.auditSigningKey === null ? null : auditSigningKey(configuration);
    if (!key) logger.info('without AUDIT_SIGNING_KEY no statements are made by calls: npm run statement makes them');
    const sealing = key ? sealingOfNewest({ pool, key }) : undefined;
    mountQueries(app, { ...shared, identity, store, sealing });
    mountHealth(app, queriesReadiness(lagNow));
  },
};

/** Where DATABASE_READ_URL is a standby: sessions, and the newest event, by which it is known how far behind it is. */
async function openPrimary(context: ServiceContext): Promise<Stores | null> {
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
 * DATABASE_READ_URL, whose login a command service grants what queries read; else a login made over DATABASE_URL.
 * @throws WrongConfiguration where neither is set
 */
async function queryLogin({ configuration }: Pick<ServiceContext, 'configuration'>): Promise<QueryLogin> {
  const { databaseUrl, databaseReadUrl } = configuration;
  if (databaseReadUrl === null && databaseUrl === null)
    throw new WrongConfiguration('DATABASE_READ_URL is missing: the query service takes it, or DATABASE_URL.');
  const connectionString = databaseUrl ?? must(databaseReadUrl);
  const login = queryLoginOf(configuration, { connectionString, secret: must(configuration.sessionSecret) });
  if (databaseUrl !== null) await ensureQueryLogin(databaseUrl, login);
  return login;
}
