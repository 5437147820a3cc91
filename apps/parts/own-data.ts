import { streams } from '@perktree/contracts/streams';
import type { EventStore } from '@perktree/event-store/port';
import type { NoteTexts } from '@perktree/platform/accounts';
import { collectOwnRecords } from '@perktree/query-service/own-data/collect';
import type { Pool } from 'pg';

/** The records about an id, of the read models and of disputes. */
export function ownRecordsOf({
  pool,
  store,
  accounts,
}: {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly accounts: Pick<NoteTexts, 'noteTexts'>;
}) {
  const disputeNotes = async (redemptionId: string) =>
    (await store.readStream(streams.dispute(redemptionId))).map(({ data }) => (data as { noteId: string }).noteId);
  return (userId: string) => collectOwnRecords({ pool, disputeNotes, noteTexts: accounts.noteTexts }, userId);
}
