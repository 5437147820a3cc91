import { commandContext } from '@perktree/command-service/command-context';
import { createReleaseClaims } from '@perktree/command-service/commission-tree/release-claims';
import { mountDisputeRoutes } from '@perktree/command-service/dispute/routes';
import { installCommandKeys } from '@perktree/command-service/idempotency/install';
import { IdempotencyKeyStore } from '@perktree/command-service/idempotency/key-store';
import { createTenantSites } from '@perktree/command-service/lookups/tenant-sites';
import type { OnCommand } from '@perktree/command-service/measured-handler';
import { installOutcomes } from '@perktree/command-service/outcomes/install';
import { RefusalLog } from '@perktree/command-service/outcomes/refusal-log';
import { createPaymentProvider, type StripeSettings } from '@perktree/command-service/payments/create-provider';
import { type CommandService, mountCommandService } from '@perktree/command-service/service';
import { createStopSites } from '@perktree/command-service/site/stop-sites';
import { mountStartViewing, mountStopViewing } from '@perktree/command-service/view-as/routes';
import type { EventStore } from '@perktree/event-store/port';
import type { Identity } from '@perktree/identity/service';
import { mountProjectionOperation } from '@perktree/projector/http/routes';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';

/** What commands and queries are both given. */
export interface SharedByServices {
  readonly identity: Identity;
  readonly store: EventStore;
  readonly pool: Pool;
  readonly publicUrl: string;
  readonly clock: () => Date;
  readonly logger: FastifyBaseLogger;
}

export interface CommandsOnly {
  /** Left out: plans and payouts are settled by the built-in provider, in which no money moves. */
  readonly stripe?: StripeSettings | null;
  readonly onCommand?: OnCommand;
  /** Told when the event store has gone back behind what this process has seen of it. */
  readonly onRegression?: () => void;
}

/** Everything that changes something: accounts and sessions, all commands, erasure, payment notices, operating read models. */
export async function mountCommands(
  app: FastifyInstance,
  { identity, stripe = null, ...shared }: SharedByServices & CommandsOnly,
): Promise<CommandService> {
  const { pool, store, publicUrl } = shared;
  const { authenticate, accounts, networkIdOf, visitorIdOf } = identity;
  const refusals = new RefusalLog(pool);
  const { onCommand = () => {}, logger } = shared;
  installOutcomes(app, { onCommand, refusals, authenticate, logger, clock: shared.clock });
  identity.mount(app);
  const payments = await createPaymentProvider({ pool, publicUrl, stripe });
  const commands = mountCommandService(app, { ...shared, authenticate, networkIdOf, visitorIdOf, accounts, payments });
  const { clock } = shared;
  const stopSites = createStopSites({ ...commands, sitesOfTenant: createTenantSites({ pool, store }) });
  const releaseClaims = createReleaseClaims(commands);
  identity.mountErasure(app, {
    stopSites: ({ tenantId, session, request }) =>
      stopSites({
        tenantId,
        context: commandContext({ request, session, commandName: 'StopSite', clock, role: 'site_owner' }),
      }),
    async forget({ texts, ...account }) {
      await releaseClaims.ofDistributor(account.userId);
      await commands.billing.forget(account);
      await refusals.forget(account.userId);
      await new IdempotencyKeyStore(pool).forgetPerson({ owners: [account.userId], texts });
    },
  });
  const viewing = { ...commands, ...identity };
  // Keys, too, are of whoever is really signed in: all others are refused to who sees the product as somebody else.
  void app.register(async (scope) => {
    installCommandKeys(scope, { ...commands, authenticate: identity.authenticateOwn });
    mountStopViewing(scope, viewing);
  });
  void app.register(async (scope) => {
    installCommandKeys(scope, commands);
    mountProjectionOperation(scope, { ...shared, authenticate });
    mountStartViewing(scope, viewing);
    mountDisputeRoutes(scope, { ...commands, notes: accounts });
  });
  return commands;
}
