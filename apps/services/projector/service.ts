import { startProcessor } from '@perktree/projector/service';
import { mountHealth, projectionsReadiness } from '../../parts/health.ts';
import { migrateAll } from '../../parts/migrate-all.ts';
import { openServiceStores, required, type Service } from '../service.ts';

/** Computes the read models. Of several instances, one leads each group of read models and the others take over. */
export const projectorService: Service = {
  name: 'projector',
  port: 3003,
  required: ['DATABASE_URL'],
  async open(context) {
    const { configuration, app, metrics, logger, parts } = context;
    await migrateAll(required(configuration.databaseUrl));
    const { pool, store, lagNow } = await openServiceStores(context, projectorService.name);
    const processor = startProcessor({
      ...{ store, pool, logger, onRegression: metrics.onRegression },
      partitions: configuration.projectorPartitions,
    });
    parts.add(() => processor.stop());
    metrics.mount(app, lagNow);
    mountHealth(app, projectionsReadiness(lagNow));
  },
};
