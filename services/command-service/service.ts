import { createIdentity } from '@perktree/identity/service';
import { startJobs } from '@perktree/platform/jobs/jobs';
import { auditSigningKey } from '@perktree/standalone/audit-signing-key';
import { mountHealth, storesReadiness, writesReadiness } from '@perktree/standalone/health';
import { migrateAll } from '@perktree/standalone/migrate-all';
import { mountCommands } from '@perktree/standalone/mount-commands';
import { mountJobs } from '@perktree/standalone/mount-jobs';
import { ensureQueryLogin, queryLoginOf } from '@perktree/standalone/query-reads';
import { recurringJobs } from '@perktree/standalone/recurring-jobs';
import type { Service } from '../service.ts';
import { databaseUrl, must, openSharedStores } from '../shared-stores.ts';

/** Accounts, sessions, every command, payment notices and jobs. Any number of them may run. */
export const commandService: Service = {
  name: 'command-service',
  port: 3001,
  required: ['DATABASE_URL', 'SESSION_SECRET', 'PUBLIC_URL'],
  async open(context) {
    const { configuration, app, metrics, logger, parts, knowsCallers } = context;
    await migrateAll(databaseUrl(context));
    const { pool, store, lagNow } = await openSharedStores(context, commandService.name);
    // Query services have the login alone: it is made and granted here, where the rights are.
    const secret = must(configuration.sessionSecret);
    const connectionString = databaseUrl(context);
    await ensureQueryLogin(connectionString, queryLoginOf(configuration, { connectionString, secret }));
    const publicUrl = must(configuration.publicUrl);
    const clock = () => new Date();
    const identity = createIdentity({
      ...{ pool, publicUrl, logger, clock, shared: true },
      sessionSecret: must(configuration.sessionSecret),
      productLabels: Object.values(configuration.brand),
      ...(configuration.oidc ? { oidc: configuration.oidc } : {}),
      productName: configuration.brand.mobile,
      networkLimits: configuration.networkLimits,
      planOf: (tenantId) => commands.quotas.planOf(tenantId),
    });
    knowsCallers(identity.callerOf);
    metrics.mount(app, lagNow);
    const { stripe } = configuration;
    const { onCommand, onRegression } = metrics;
    const told = { onCommand, onRegression };
    const commands = await mountCommands(app, { identity, store, pool, publicUrl, stripe, clock, logger, ...told });
    // One that each made for itself would sign for nobody else.
    const signingKey = configuration.auditSigningKey === null ? null : auditSigningKey(configuration);
    if (!signingKey)
      logger.info('without AUDIT_SIGNING_KEY the chain of events is signed by hand: npm run chain -- sign');
    const jobs = await startJobs({
      databaseUrl: databaseUrl(context),
      redisUrl: configuration.redisUrl,
      jobs: recurringJobs({ identity, commands, signingKey }),
      logger,
    });
    parts.add(() => jobs.close());
    mountJobs(app, commands, jobs.board);
    metrics.watchQueue(jobs.board);
    mountHealth(app, writesReadiness(storesReadiness(lagNow), { metrics, board: jobs.board }));
  },
};
