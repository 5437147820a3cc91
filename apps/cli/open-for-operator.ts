import { createPool } from '@perktree/platform/postgres/pool';
import type { FastifyBaseLogger } from 'fastify';
import { type Configuration, refuseReadUrlAlone } from '../parts/configuration/configuration.ts';
import { installationSecret } from '../parts/configuration/installation-secret.ts';
import { startOrJoinEmbedded } from '../parts/database.ts';
import { listenUrl } from '../parts/http.ts';
import { migrateAll } from '../parts/migrate-all.ts';
import { openEventStore } from '../parts/stores.ts';

/** The stores that a command works with. */
export type Opened = Awaited<ReturnType<typeof openForOperator>>;

/** Connects to the database of a running product, or starts the embedded database while the command runs. */
export async function openForOperator(configuration: Configuration, logger: FastifyBaseLogger) {
  refuseReadUrlAlone(configuration);
  const { databaseUrl, dataDir } = configuration;
  const sessionSecret = configuration.sessionSecret ?? installationSecret(dataDir);
  const database =
    databaseUrl === null
      ? await startOrJoinEmbedded(dataDir, logger)
      : { connectionString: databaseUrl, stop: async () => {} };
  const { connectionString } = database;
  await migrateAll(connectionString);
  const applicationName = 'perktree-operator';
  const pool = createPool({ connectionString, applicationName, max: 4, statementTimeoutMs: 0 });
  const store = await openEventStore(configuration, { connectionString, applicationName, logger });
  return {
    store,
    pool,
    logger,
    sessionSecret,
    /** How the product sends mails, by which it verifies addresses. */
    mails: configuration.mail === null ? {} : { mail: 'smtp' as const },
    publicUrl: configuration.publicUrl ?? listenUrl(configuration.host, configuration.port),
    async close(): Promise<void> {
      await store.close();
      await pool.end();
      await database.stop();
    },
  };
}
