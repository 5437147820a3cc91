import type { EventStore } from '@perktree/event-store/port';
import type { Accounts } from '@perktree/platform/accounts';
import type { Authenticate } from '@perktree/platform/http/session';
import type { Pool } from 'pg';

/** What the audit service is given: the events, the read models to find its way and to compare, and names. */
export interface AuditServiceDeps {
  readonly store: Pick<EventStore, 'readStream' | 'readAll' | 'head'>;
  readonly pool: Pool;
  readonly authenticate: Authenticate;
  readonly accounts: Pick<Accounts, 'displayNames'>;
  readonly clock: () => Date;
}
