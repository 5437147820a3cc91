import type { EventStore } from '@perktree/event-store/port';
import type { AccountSearch, Accounts, NoteTexts } from '@perktree/platform/accounts';
import type { Authenticate } from '@perktree/platform/http/session';
import type { Pool } from 'pg';
import type { Sealing } from './statement/sealing.ts';

/** What the audit service is given: the events, the read models to find its way and to compare, and names. */
export interface AuditServiceDeps {
  readonly store: Pick<EventStore, 'readStream' | 'readSelected' | 'readAll' | 'head'>;
  readonly pool: Pool;
  readonly authenticate: Authenticate;
  readonly accounts: Pick<Accounts, 'displayNames' | 'contacts'> & AccountSearch & Pick<NoteTexts, 'noteTexts'>;
  readonly clock: () => Date;
  /** Left out: no statements are made here. */
  readonly sealing?: Sealing | undefined;
}
