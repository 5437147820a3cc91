import { startProductProcessor } from '@perktree/projector/service';
import { mountHealth, projectionsReadiness } from '../../parts/health.ts';
import { migrateAll } from '../../parts/migrate-all.ts';
import { lagOf, openStores } from '../../parts/stores.ts';
import { required, type Service } from '../service.ts';

/** Computes the read models. Of several instances, one leads each group of read models and the others take over. */
export const projectorService: Service = {
  name: 'projector',
  port: 3003,
  required: ['DATABASE_URL'],
  async open(context) {
    const { configuration, app, metrics, logger, parts } = context;
    const connectionString = required(configuration.databaseUrl);
    await migrateAll(connectionString);
    const { pool, store } = await openStores(context, { connectionString, applicationName: projectorService.name });
    const lagNow = lagOf({ pool, store });
    const processor = startProductProcessor({
      store,
      pool,
      logger,
      onRegression: metrics.onRegression,
      partitions: configuration.projectorPartitions,
    });
    parts.add(() => processor.stop());
    metrics.mount(app, lagNow);
    mountHealth(app, projectionsReadiness(lagNow));
  },
};
