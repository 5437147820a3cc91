import type { NoteTexts } from '@perktree/contracts/account/account-store';
import type { OwnRecords } from '@perktree/contracts/account/data-calls';
import { streams } from '@perktree/contracts/catalogue/events';
import type { EventStore } from '@perktree/event-store/port';
import { collectOwnRecords } from '@perktree/query-service/account/own-data/collect';
import type { Pool } from 'pg';

/** The records about an id, of the read models and of disputes. */
export function ownRecordsOf(options: {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly accounts: Pick<NoteTexts, 'noteTexts'>;
}) {
  const { pool, store, accounts } = options;
  const disputeNotes = async (redemptionId: string) =>
    (await store.readStream(streams.dispute(redemptionId))).map(({ data }) => (data as { noteId: string }).noteId);
  return (userId: string) => collectOwnRecords({ pool, disputeNotes, noteTexts: accounts.noteTexts }, userId);
}

/** The records about a person; of a business those at its sites. */
export function recordsAbout(deps: Parameters<typeof ownRecordsOf>[0]) {
  const ownRecords = ownRecordsOf(deps);
  return async (userId: string, tenantId: string | null): Promise<OwnRecords> => {
    const records = await ownRecords(userId);
    if (tenantId === null) return records;
    const { rows } = await deps.pool.query<{ id: string }>(
      'SELECT site_id AS id FROM read_models.sites WHERE tenant_id = $1',
      [tenantId],
    );
    const sites = new Set<string | null>(rows.map(({ id }) => id));
    const parts = Object.entries(records).map(([part, items]) => [
      part,
      items.filter((item) => 'siteId' in item && sites.has(item.siteId)),
    ]);
    return Object.fromEntries(parts) as OwnRecords;
  };
}

/** Whether a business has records of a person: a scan, a claim or earnings at one of its sites, or work there. */
export async function isKnownAt(pool: Pool, tenantId: string, userId: string): Promise<boolean> {
  const traces = [
    'read_models.scans WHERE customer_id = $1 AND tenant_id = $2',
    'read_models.qrs WHERE owner_id = $1 AND tenant_id = $2',
    'read_models.earnings WHERE distributor_id = $1 AND tenant_id = $2',
    'read_models.site_staff WHERE user_id = $1 AND tenant_id = $2',
  ];
  const { rowCount } = await pool.query(
    `SELECT 1 WHERE ${traces.map((trace) => `EXISTS (SELECT 1 FROM ${trace})`).join(' OR ')}`,
    [userId, tenantId],
  );
  return rowCount === 1;
}
