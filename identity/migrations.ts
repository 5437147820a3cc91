import { type Migration, runMigrations } from '@perktree/platform/postgres/migrate';
import { accountTables } from './migrations/001-account-tables.ts';
import { idempotencyKeys } from './migrations/002-idempotency-keys.ts';
import { settledFailures } from './migrations/003-settled-failures.ts';
import { notes } from './migrations/004-notes.ts';
import { views } from './migrations/005-views.ts';
import { sessionUse } from './migrations/006-session-use.ts';
import { secondFactors } from './migrations/007-second-factors.ts';
import { passwordResets } from './migrations/008-password-resets.ts';
import { erasedAccounts } from './migrations/009-erased-accounts.ts';
import { sessionsByToken } from './migrations/010-sessions-by-token.ts';
import { openInvitations } from './migrations/011-open-invitations.ts';
import { codeFailures } from './migrations/013-code-failures.ts';
import { pictures } from './migrations/014-pictures.ts';
import { apiKeys } from './migrations/015-api-keys.ts';
import { mails } from './migrations/016-mails.ts';
import { webhookEndpoints } from './migrations/017-webhook-endpoints.ts';
import { mailCheckpoint } from './migrations/018-mail-checkpoint.ts';
import { distributorInvitations } from './migrations/019-distributor-invitations.ts';
import { weeklyDigests } from './migrations/020-weekly-digests.ts';
import { provedSessions } from './migrations/021-proved-sessions.ts';
import { addressChanges } from './migrations/022-address-changes.ts';
import { lockedAccounts } from './migrations/023-locked-accounts.ts';
import { readNotificationsMigration } from './migrations/024-read-notifications.ts';
import { saltedNotes } from './migrations/025-salted-notes.ts';
import { audits } from './migrations/027-audits.ts';
import { looks } from './migrations/028-looks.ts';
import { keptNotes } from './migrations/029-kept-notes.ts';
import { searchedAccounts } from './migrations/030-searched-accounts.ts';
import { reasonsOfViews } from './migrations/031-reasons-of-views.ts';
import { dataRequestsMigration } from './migrations/032-data-requests.ts';
import { announcedMails } from './migrations/033-announced-mails.ts';
import { askedDataRequests } from './migrations/034-asked-data-requests.ts';
import { announcedSessions } from './migrations/035-announced-sessions.ts';
import { notesOfViews } from './migrations/036-notes-of-views.ts';

/** Holds everything of identity, and so everything personal in the product. */
export const IDENTITY_SCHEMA = 'identity';

export const identityMigrations: readonly Migration[] = [
  accountTables,
  idempotencyKeys,
  settledFailures,
  notes,
  views,
  sessionUse,
  secondFactors,
  passwordResets,
  erasedAccounts,
  sessionsByToken,
  openInvitations,
  codeFailures,
  pictures,
  apiKeys,
  mails,
  webhookEndpoints,
  mailCheckpoint,
  distributorInvitations,
  weeklyDigests,
  provedSessions,
  addressChanges,
  lockedAccounts,
  readNotificationsMigration,
  saltedNotes,
  audits,
  looks,
  keptNotes,
  searchedAccounts,
  reasonsOfViews,
  dataRequestsMigration,
  announcedMails,
  askedDataRequests,
  announcedSessions,
  notesOfViews,
];

/** Brings the tables up to date; safe to run from several processes at once. Returns the names of what ran now. */
export function migrateIdentity(connectionString: string): Promise<readonly string[]> {
  return runMigrations({
    connectionString,
    service: 'identity',
    schema: IDENTITY_SCHEMA,
    migrations: identityMigrations,
  });
}
