import { createCommandHandler } from '@perktree/command-service/engine/command-handler';
import { createConfiguredEndpoints } from '@perktree/command-service/webhook/configured-endpoints';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createWebhookSecrets } from '@perktree/identity/webhook-secrets';
import { createPool } from '@perktree/platform/postgres/pool';
import { startWebhookSender } from '@perktree/webhook-service/service';
import { pino } from 'pino';

/** A process that sends webhooks. Arguments: connection string, secret of the installation. It runs until it is killed. */
const [, , connectionString = '', secret = ''] = process.argv;
const logger = pino({ level: 'silent' });
const pool = createPool({ connectionString, applicationName: 'webhook-sender', max: 4 });
const store = createPostgresEventStore({ connectionString, logger });
const handler = createCommandHandler({ store, logger });
startWebhookSender({
  ...{ pool, logger, allowPrivate: true, secrets: createWebhookSecrets(pool, secret) },
  endpoints: createConfiguredEndpoints({ handler, clock: () => new Date() }),
  // Short, so that the endpoints of a killed process are taken over soon.
  leaseMs: 2_000,
});
