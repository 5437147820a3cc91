import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { ownDataAnswer, ownRecordsAnswer } from '@perktree/contracts/account/data-calls';
import { describe, expect, it } from 'vitest';

/** Columns that hold the id of an account or browser, each with the part of the export that has its rows. */
const EXPORTED: Readonly<Record<string, readonly string[]>> = {
  account: ['identity.users.id'],
  tenantId: ['identity.tenants.owner_id'],
  roles: ['identity.account_roles.user_id'],
  signInMethods: ['identity.credentials.user_id', 'identity.credentials.account_id'],
  secondFactor: ['identity.second_factors.user_id'],
  sessions: ['identity.sessions.user_id'],
  sentInvitations: ['identity.distributor_invitations.sender_id'],
  newEmail: ['identity.address_changes.user_id'],
  notes: ['identity.notes.author_id'],
  mails: ['identity.mails.user_id'],
  views: ['identity.views.user_id'],
  looks: ['identity.looks.subject'],
  dataRequests: ['identity.data_requests.account_id', 'identity.data_requests.asked_by'],
  apiKeys: ['identity.api_keys.owner_id'],
  'records.scans': ['read_models.scans.customer_id', 'read_models.scans.device_id'],
  'records.redemptions': ['read_models.redemptions.customer_id'],
  'records.confirmations': ['read_models.redemptions.confirmed_by'],
  'records.claimedQrs': ['read_models.qrs.owner_id'],
  'records.createdQrs': ['read_models.qrs.created_by'],
  'records.claims': ['read_models.claims.distributor_id'],
  'records.ledgerEntries': ['read_models.ledger_entries.distributor_id'],
  'records.payouts': ['read_models.payouts.distributor_id'],
  'records.staffOf': ['read_models.site_staff.user_id'],
  'records.sitesOwned': ['read_models.sites.owner_id'],
  'records.disputes': ['identity.notes.about'],
  'records.flags': ['read_models.flags.customer_id', 'read_models.flags.staff_id', 'read_models.flags.device_id'],
  'records.refusals': ['command_service.refusals.person_id', 'command_service.refusals.actor_id'],
  'records.blocks': ['read_models.site_blocks.distributor_id'],
  'records.notifications': ['read_models.notifications.user_id'],
  'records.auditorOf': ['read_models.auditors.user_id', 'identity.audits.user_id'],
  'records.files': ['files.files.user_id'],
};

/** Columns whose rows the export leaves out, by the reason. */
const EXEMPT: Readonly<Record<string, readonly string[]>> = {
  'the records are computed from the events, and say the same': [
    'event_store.events.data',
    'event_store.events.metadata',
    'command_service.snapshots.stream',
  ],
  'sums or keys of rows that are exported': [
    ...['read_models.earnings.distributor_id', 'read_models.earnings.earnings_id'],
    ...['read_models.combined_entries.distributor_id', 'read_models.site_staff.staff_id'],
    ...['read_models.site_blocks.block_id'],
  ],
  'a review of a flag, which is about others': ['read_models.flags.reviewed_by'],
  'evidence of a flag about several people': ['read_models.flags.recent', 'read_models.flags.evidence'],
  'a notice to another person; the fact is among the records': ['read_models.notifications.person_id'],
  'copies of answers, for 48 hours at most': [
    ...['command_service.idempotency_keys.owner', 'command_service.idempotency_keys.body'],
    ...['identity.idempotency_keys.owner', 'identity.idempotency_keys.body'],
  ],
  'messages to the business, for its own receivers': ['read_models.webhook_messages.data', 'webhooks.deliveries.body'],
  'secrets, or counters that end by themselves': [
    ...['identity.password_resets.user_id', 'identity.code_failures.user_id', 'identity.verifications.identifier'],
    ...['identity.failed_attempts.key', 'identity.users.registered_by'],
  ],
  'what an auditor or superadmin looked at, which is about others': [
    'identity.looks.viewer_id',
    'identity.views.viewer_id',
  ],
  'an id at the payment provider, which answers for its own records': ['command_service.payout_accounts.user_id'],
  'data of the business, on its page Webhooks': ['identity.webhook_endpoints.owner_id'],
  'left after the erasure of an account, so that a restore erases it again': ['identity.erased_accounts.user_id'],
  'who runs the installation': [
    ...['identity.data_requests.done_by', 'identity.data_requests.entered_by', 'audit.signing_keys.handed_over_by'],
    ...['audit.signing_keys.revoked_by'],
  ],
  'a QR code or a site': ['read_models.qr_designs.subject_id'],
  'a network of many people, as a hash': ['read_models.flags.network_id'],
};

/** Names of columns that promise the id of a person or browser. */
const NAMED =
  '(user|person|actor|viewer|owner|author|sender|customer|distributor|staff|device|visitor|network|subject)(_id)?$|_by$|^about$';
const composed = await useComposedApp();
const business = await openBusiness(composed.app, 'exported');
const { owner, staff, distributor, customer, redemptionId } = business;

describe('the export of one’s data', () => {
  it('has or leaves out, with a reason, each column that can hold the id of a person or browser', async () => {
    const columns = (
      await composed.pool.query<{ name: string; table: string; column: string }>(
        `SELECT table_schema || '.' || regexp_replace(table_name, '__v\\d+.*$', '') || '.' || column_name AS name,
         format('%I.%I', table_schema, table_name) AS table, format('%I', column_name) AS column
       FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_type = 'BASE TABLE' AND table_schema NOT LIKE 'pg\\_%' AND table_schema <> 'information_schema'
         AND data_type IN ('uuid', 'text', 'ARRAY', 'json', 'jsonb', 'character varying') AND table_name !~ '_migrations(_lock)?$'`,
      )
    ).rows;
    const { rows: devices } = await composed.pool.query(
      'SELECT device_id AS id FROM read_models.scans WHERE device_id IS NOT NULL',
    );
    expect(devices).not.toEqual([]);
    const ids = [...[owner, staff, distributor, customer], ...devices].map(({ id }) => id);
    const holding: string[] = [];
    for (const { name, table, column } of columns) {
      const isNamed = new RegExp(NAMED).test(column);
      const { rowCount } = await composed.pool.query(
        `SELECT 1 FROM ${table} AS t WHERE EXISTS (SELECT 1 FROM unnest($1::text[]) AS id WHERE strpos(t.${column}::text, id) > 0) LIMIT 1`,
        [ids],
      );
      if (isNamed || rowCount) holding.push(name);
    }
    const listed = [EXPORTED, EXEMPT].flatMap((list) => Object.values(list).flat());
    expect(
      holding.filter((name) => !listed.includes(name)),
      'columns that are not listed here',
    ).toEqual([]);
    const known = new Set(columns.map(({ name }) => name));
    expect(
      listed.filter((name) => !known.has(name)),
      'listed columns that do not exist',
    ).toEqual([]);
  });

  it('has each part that is named here, and names each part but those that come from an address', () => {
    const parts = [
      ...Object.keys(ownDataAnswer.shape).filter((part) => part !== 'records'),
      ...Object.keys(ownRecordsAnswer.shape).map((part) => `records.${part}`),
    ];
    const ofAccount = ['exportedAt', 'invitations', 'weeklyDigestSince', 'notificationsReadUntil'];
    expect(Object.keys(EXPORTED).sort()).toEqual(parts.filter((part) => !ofAccount.includes(part)).sort());
  });

  it('tells a customer who confirmed, on which browser, and what was noted about a dispute; others no note', async () => {
    const notes = ['The sale was ten times as high', 'Asked the till'];
    for (const [n, text] of notes.entries()) {
      const body = { action: n === 0 ? 'open' : 'answer', text };
      await owner.must('POST', `/api/redemptions/${redemptionId}/dispute`, body);
    }
    const { records } = await customer.must('GET', '/api/me/export');
    expect(records.disputes).toMatchObject([{ redemptionId, notes }]);
    expect(records.redemptions).toMatchObject([{ redemptionId, confirmedVia: 'self', confirmedBy: customer.id }]);
    expect(records.scans[0].deviceId).toMatch(/^[0-9a-f-]{36}$/);
    for (const other of [staff, distributor])
      expect(JSON.stringify(await other.must('GET', '/api/me/export'))).not.toContain('Asked the till');
  });
});
