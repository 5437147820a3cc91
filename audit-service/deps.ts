import type { AccountPictures, AccountSearch, Accounts, NoteTexts } from '@perktree/contracts/account/account-store';
import type { EventStore } from '@perktree/event-store/port';
import type { Authenticate } from '@perktree/platform/http/session';
import type { Pool } from 'pg';
import type { StatementSealing } from './statement/sealing.ts';

/** Dependencies of the audit service: events, read models for lookups and comparison, and names. */
export interface AuditServiceDeps {
  readonly store: Pick<EventStore, 'readStream' | 'readSince' | 'readAll' | 'head'>;
  readonly pool: Pool;
  readonly authenticate: Authenticate;
  readonly accounts: Pick<Accounts, 'displayNames' | 'contacts'> &
    AccountSearch &
    Pick<NoteTexts, 'noteTexts' | 'saltedTexts'> &
    Pick<AccountPictures, 'pictureContent'>;
  /** Salted hashes of the accounts to which payouts go, by user. */
  readonly payoutAccountHashes: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly clock: () => Date;
  /** Absent: this process issues no statements. */
  readonly sealing?: StatementSealing | undefined;
}
