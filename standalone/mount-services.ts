import { createTenantSites } from '@perktree/command-service/lookups/tenant-sites';
import { mountCommandService } from '@perktree/command-service/service';
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
  readonly clock: () => Date;
  readonly logger: FastifyBaseLogger;
}

/** Every call of the product on one app, with what the services do for one another, and the reference of the calls. */
export function mountServices(app: FastifyInstance, { identity, ...shared }: SharedByServices): void {
  const { pool, store } = shared;
  const { authenticate, accounts } = identity;
  identity.mount(app);
  const { handler, clock } = mountCommandService(app, { ...shared, authenticate, accounts });
  const accountData = {
    collectOwnRecords: (userId: string) => collectOwnRecords(pool, userId),
    stopSites: createStopSites({ handler, clock, sitesOfTenant: createTenantSites({ pool, store }) }),
  };
  mountQueryService(app, { ...shared, authenticate, accounts }, (scope) =>
    identity.mountAccountData(scope, accountData),
  );
  const catalogue = { calls, namedSchemas, refusals: callRefusals, outcomes: callOutcomes };
  const about = { title: 'PerkTree: the calls', version: '1', sessionCookie: identity.sessionCookieName };
  mountReference(app, openApiDocument(catalogue, about));
}
