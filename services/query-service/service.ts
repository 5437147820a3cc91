import { sealingOfNewest } from '@perktree/audit-service/statement/sealing';
import { createIdentity } from '@perktree/identity/service';
import { auditSigningKey } from '@perktree/standalone/audit-signing-key';
import { mountHealth, storesReadiness } from '@perktree/standalone/health';
import { mountQueries } from '@perktree/standalone/mount-queries';
import { queryConnectionString } from '@perktree/standalone/query-reads';
import type { Service } from '../service.ts';
import { databaseUrl, must, openSharedStores } from '../shared-stores.ts';
import { untilThereAreReadModels } from './until-there-are-read-models.ts';

/** Every read, the live stream, the audit and the reference of the calls, over sessions that can only read. Any number may run. */
export const queryService: Service = {
  name: 'query-service',
  port: 3002,
  required: ['DATABASE_URL', 'SESSION_SECRET', 'PUBLIC_URL'],
  async open(context) {
    const { configuration, app, metrics, logger, knowsCallers } = context;
    await untilThereAreReadModels(databaseUrl(context), logger);
    const readOnly = await queryConnectionString(databaseUrl(context), logger);
    const { pool, store, lagNow } = await openSharedStores(context, queryService.name, readOnly);
    const publicUrl = must(configuration.publicUrl);
    const clock = () => new Date();
    const sessionSecret = must(configuration.sessionSecret);
    const shared = { pool, publicUrl, logger, clock };
    const identity = createIdentity({ ...shared, sessionSecret, shared: true });
    knowsCallers(identity.callerOf);
    metrics.mount(app, lagNow);
    const key = configuration.auditSigningKey === null ? null : auditSigningKey(configuration);
    if (!key) logger.info('without AUDIT_SIGNING_KEY no statements are made by calls: npm run statement makes them');
    const sealing = key ? sealingOfNewest({ pool, key }) : undefined;
    mountQueries(app, { ...shared, identity, store, sealing });
    mountHealth(app, storesReadiness(lagNow));
  },
};
