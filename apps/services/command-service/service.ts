import { systemTimers } from '@perktree/platform/time/timers';
import { openCommands } from '../../parts/commands.ts';
import { auditSigningKey, refuseEndedKey } from '../../parts/configuration/audit-signing-key.ts';
import { mountHealth, storesReadiness, writesReadiness } from '../../parts/health.ts';
import { migrateAll } from '../../parts/migrate-all.ts';
import { ensureQueryLogin, queryLoginOf } from '../../parts/query-login.ts';
import { lagOf, openStores } from '../../parts/stores.ts';
import { required, type Service } from '../service.ts';
import { installSiteCookie } from './site-cookie.ts';

/** Accounts, sessions, all commands, payment notices and jobs. Several instances may run. */
export const commandService: Service = {
  name: 'command-service',
  port: 3001,
  required: ['DATABASE_URL', 'SESSION_SECRET', 'PUBLIC_URL'],
  async open(context) {
    const { configuration, app, metrics, logger } = context;
    const connectionString = required(configuration.databaseUrl);
    const sessionSecret = required(configuration.sessionSecret);
    await migrateAll(connectionString);
    const clock = () => new Date(systemTimers.now());
    const stores = await openStores(context, { connectionString, applicationName: commandService.name });
    const lagNow = lagOf(stores);
    // Create the login for queries here: query services lack the rights to do so.
    await ensureQueryLogin(connectionString, queryLoginOf(configuration, { connectionString, secret: sessionSecret }));
    metrics.mount(app, lagNow);
    installSiteCookie(app, required(configuration.publicUrl).startsWith('https:'));
    // No fallback to a key in the data folder: each instance would create its own.
    const signingKey = configuration.auditSigningKey === null ? null : auditSigningKey(configuration);
    if (signingKey) await refuseEndedKey(stores.pool, configuration, clock());
    else logger.info('without AUDIT_SIGNING_KEY the chain of events is signed by hand: npm run perktree -- chain sign');
    const { board } = await openCommands(context, {
      ...stores,
      connectionString,
      sessionSecret,
      signingKey,
      shared: true,
      publicUrl: required(configuration.publicUrl),
      clock,
    });
    mountHealth(app, writesReadiness(storesReadiness(lagNow), { metrics, board }));
  },
};
