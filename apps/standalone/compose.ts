import { sealingNow } from '@perktree/audit-service/statement/sealing';
import { openAppendInOrder } from '@perktree/event-store/postgres/append-in-order';
import { mountMailbox } from '@perktree/mail-service/mailbox';
import { createPool } from '@perktree/platform/postgres/pool';
import { untilReplayed } from '@perktree/platform/postgres/standby';
import { openParts, type ShutdownStack } from '@perktree/platform/process/run-program';
import { systemTimers } from '@perktree/platform/time/timers';
import { projections } from '@perktree/projector/catalogue';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import { startProductProcessor } from '@perktree/projector/service';
import type { FastifyBaseLogger } from 'fastify';
import { openCommands } from '../parts/commands.ts';
import { auditSigningKey, refuseEndedKey } from '../parts/configuration/audit-signing-key.ts';
import { type Configuration, refuseReadUrlAlone } from '../parts/configuration/configuration.ts';
import { installationSecret } from '../parts/configuration/installation-secret.ts';
import { openDatabase } from '../parts/database.ts';
import { ErasedAccountsFile } from '../parts/erased-accounts.ts';
import { mountHealth, projectionsReadiness, writesReadiness } from '../parts/health.ts';
import { openProcess } from '../parts/http.ts';
import { mailBrands } from '../parts/mail-brands.ts';
import { migrateAll } from '../parts/migrate-all.ts';
import { mountQueries } from '../parts/mount-queries.ts';
import { ensureQueryLogin, queryLoginOf, refuseMoreThanQueries } from '../parts/query-login.ts';
import { lagOf, openStores } from '../parts/stores.ts';
import { pageApiInProcess } from '../parts/ui/page-api.ts';
import { uiFolder } from '../parts/ui/product-folder.ts';
import { serveUi } from '../parts/ui/serve-ui.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/demo-business.ts';
import { type DemoTarget, fillDemo } from './demo/fill-demo.ts';
import { fillLarge } from './demo/fill-large.ts';
import type { LargeSizes } from './demo/large-past.ts';

/** Connections that all queries share. */
const QUERY_CONNECTIONS = 10;

/** Runs all services of the product in one process, on one port. */
export function startStandalone(configuration: Configuration, logger: FastifyBaseLogger) {
  return openParts(logger, (parts) => compose(configuration, logger, parts));
}

async function compose(configuration: Configuration, logger: FastifyBaseLogger, parts: ShutdownStack) {
  refuseReadUrlAlone(configuration);
  const context = await openProcess(configuration, logger, parts);
  const { app, metrics, url } = context;
  const publicUrl = configuration.publicUrl ?? url;
  const clock = () => new Date(systemTimers.now());

  const database = await openDatabase(configuration, logger);
  parts.add(() => database.stop());
  const { connectionString } = database;
  await migrateAll(connectionString);
  const { pool, store, ...appending } = await openStores(context, { connectionString, applicationName: 'perktree' });
  // Queries need the views even if another process projects.
  await ensureReadModels(pool, projections);
  const sessionSecret = configuration.sessionSecret ?? installationSecret(configuration.dataDir);
  const queryLogin = queryLoginOf(configuration, { connectionString, secret: sessionSecret });
  await ensureQueryLogin(connectionString, queryLogin);
  // A standby may not have the tables and the login yet.
  await untilReplayed(connectionString, queryLogin.url);
  await refuseMoreThanQueries(queryLogin);
  const reading = createPool({
    connectionString: queryLogin.url,
    applicationName: 'perktree-queries',
    max: QUERY_CONNECTIONS,
  });
  parts.add(() => reading.end());
  const projector = startProductProcessor({ store, pool, logger, onRegression: metrics.onRegression, ...appending });
  parts.add(() => projector.stop());

  // Measure with the connections of queries, because a standby may be behind the projector.
  const lagNow = lagOf({ store, pool: reading });
  metrics.mount(app, lagNow);
  const erasedAccounts = new ErasedAccountsFile(configuration.dataDir);
  await erasedAccounts.addAllOf(pool);
  const signingKey = auditSigningKey(configuration);
  await refuseEndedKey(pool, configuration, clock());
  const { identity, board } = await openCommands(context, {
    pool,
    store,
    connectionString,
    publicUrl,
    sessionSecret,
    signingKey,
    clock,
    onErased: (userId) => erasedAccounts.note(userId, logger),
  });
  const shared = { identity, store, pool, publicUrl, clock, logger };
  mountQueries(app, {
    ...shared,
    pool: reading,
    identity: { ...identity, ...identity.readsFrom(reading) },
    productName: configuration.brand.mobile,
    files: reading,
    sealing: sealingNow({ store, pool, key: signingKey, clock }),
  });
  if (configuration.mail === 'mailbox') {
    mountMailbox(app, {
      recentMails: identity.recentMails,
      product: configuration.brand.mobile,
      publicUrl,
      brandOf: mailBrands(pool),
    });
  }
  await serveUi(app, {
    folder: uiFolder(),
    brand: configuration.brand,
    legalLinks: configuration.legalLinks,
    publicUrl,
    // Only a demo has a mailbox.
    demo:
      configuration.mail === 'mailbox'
        ? { emails: DEMO_ACCOUNTS.map(({ email }) => email), password: DEMO_PASSWORD }
        : null,
    api: pageApiInProcess(app, identity.authenticate),
  });
  mountHealth(app, writesReadiness(projectionsReadiness(lagNow), { metrics, board }));
  await context.listen();

  const grantSuperadmin = async (email: string) => {
    await identity.grantSuperadmin(email);
  };
  return {
    /** The address that it listens on, without a slash at the end. */
    url,
    /** The address for visitors: PUBLIC_URL, or `url`. */
    publicUrl,
    app,
    /** Settles if the embedded database ends unexpectedly. */
    databaseLost: database.lost,
    grantSuperadmin,
    /** Fills an empty store with the demo business: some months of history, and today. */
    fillDemo: (months: number) => fill((target) => fillDemo(target, months)),
    /** Fills an empty store with the business of a large customer. */
    fillLarge: (sizes: LargeSizes) => fill((target) => fillLarge(target, sizes)),
    isEmpty: async () => (await store.head()) === 0n,
    /** Answers open requests, then closes everything in reverse order. A second call waits for the first. */
    stop: () => parts.closeAll(),
  };

  async function fill(by: (target: DemoTarget) => Promise<void>): Promise<void> {
    const postgres = configuration.eventStoreUrl === null ? await openAppendInOrder(connectionString) : null;
    try {
      await by({ ...shared, app, accounts: identity.accounts, grantSuperadmin, ...postgres });
      // The addresses of a demo are invented, so no person can verify them.
      await pool.query('UPDATE identity.users SET email_verified = true');
    } finally {
      await postgres?.close();
    }
  }
}
