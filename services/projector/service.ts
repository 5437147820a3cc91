import { startProcessor } from '@perktree/projector/processor';
import { mountHealth, projectionsReadiness } from '@perktree/standalone/health';
import { migrateAll } from '@perktree/standalone/migrate-all';
import type { Service } from '../service.ts';
import { databaseUrl, openSharedStores } from '../shared-stores.ts';

/** Computes the read models. Of several, one leads each group of them and the others take over. It answers about its health alone. */
export const projectorService: Service = {
  name: 'projector',
  port: 3003,
  required: ['DATABASE_URL'],
  async open(context) {
    const { configuration, app, metrics, logger, parts } = context;
    await migrateAll(databaseUrl(context));
    const { pool, store, lagNow } = await openSharedStores(context, projectorService.name);
    const processor = startProcessor({
      ...{ store, pool, logger, onRegression: metrics.onRegression },
      partitions: configuration.projectorPartitions,
    });
    parts.add(() => processor.stop());
    metrics.mount(app, lagNow);
    mountHealth(app, projectionsReadiness(lagNow));
  },
};
