import { mountAuditService } from '@perktree/audit-service/service';
import { createTenantSites } from '@perktree/command-service/lookups/tenant-sites';
import { createPaymentProvider, type StripeSettings } from '@perktree/command-service/payments/create-provider';
import { type CommandService, mountCommandService } from '@perktree/command-service/service';
import { createStopSites } from '@perktree/command-service/site/stop-sites';
import { callOutcomes, callRefusals } from '@perktree/contracts/http/call-refusals';
import { calls } from '@perktree/contracts/http/calls';
import { namedSchemas } from '@perktree/contracts/http/named-schemas';
import type { EventStore } from '@perktree/event-store/port';
import type { Identity } from '@perktree/identity/service';
import { openApiDocument } from '@perktree/platform/http/openapi';
import { mountReference } from '@perktree/platform/http/reference';
import { mountQueryService } from '@perktree/query-service/mount';
import { collectOwnRecords } from '@perktree/query-service/own-data/collect';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';

export interface SharedByServices {
  readonly identity: Identity;
  readonly store: EventStore;
  readonly pool: Pool;
  readonly publicUrl: string;
  /** Left out: plans and payouts are settled by the built-in provider, in which no money moves. */
  readonly stripe?: StripeSettings | null;
  readonly clock: () => Date;
  readonly logger: FastifyBaseLogger;
}

/** Every call of the product on one app, with what the services do for one another, and the reference of the calls. */
export function mountServices(
  app: FastifyInstance,
  { identity, stripe = null, ...shared }: SharedByServices,
): CommandService {
  const { pool, store, publicUrl } = shared;
  const { authenticate, accounts } = identity;
  identity.mount(app);
  const payments = createPaymentProvider({ pool, publicUrl, stripe });
  const commands = mountCommandService(app, { ...shared, authenticate, accounts, payments });
  const accountData = {
    collectOwnRecords: (userId: string) => collectOwnRecords(pool, userId),
    stopSites: createStopSites({ ...commands, sitesOfTenant: createTenantSites({ pool, store }) }),
    forget: commands.billing.forget,
  };
  mountQueryService(app, { ...shared, authenticate, accounts }, (scope) => {
    identity.mountAccountData(scope, accountData);
    mountAuditService(scope, { ...shared, authenticate, accounts });
  });
  const catalogue = { calls, namedSchemas, refusals: callRefusals, outcomes: callOutcomes };
  const about = { title: 'PerkTree: the calls', version: '1', sessionCookie: identity.sessionCookieName };
  mountReference(app, openApiDocument(catalogue, about));
  return commands;
}
