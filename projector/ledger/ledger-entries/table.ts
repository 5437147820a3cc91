import { BY_POSITION, readModelTable } from '../../engine/tables/read-model-table.ts';

export const ledgerEntriesTable = readModelTable({
  name: 'ledger_entries',
  key: 'entry_id',
  columns: {
    entry_id: 'uuid',
    redemption_id: 'uuid',
    /** The QR whose owner earns. */
    qr_id: 'uuid',
    /** The QR that was redeemed. */
    source_qr_id: 'uuid',
    site_id: 'uuid',
    tenant_id: 'uuid',
    distributor_id: 'text',
    percent_bp: 'integer',
    /** What is earned: negative on a compensating entry, 0 while the share awaits confirmation. */
    amount_minor: 'bigint',
    /** What would be earned of the site's default sale amount; null: earned, so `amount_minor` counts. */
    awaiting_minor: 'bigint?',
    /** The end of the issue period, when an unconfirmed share lapses; null: earned. */
    awaiting_until: 'timestamp?',
    currency: 'text',
    matures_at: 'timestamp',
    /** When it was earned; of one that awaits confirmation, when it was redeemed. */
    created_at: 'timestamp',
    /** Set on a compensating entry alone. */
    reverses_entry_id: 'uuid?',
    /** What compensating entries took back of this one, as a sum that is not positive. */
    compensated_minor: 'bigint',
    /** The redemption was wholly reversed. A partial reversal may also have taken back all of a small share. */
    reversed: 'boolean',
    /** The payout that it is in, or the write-off; null also while a sum stands for it. */
    payout_id: 'uuid?',
    paid_at: 'timestamp?',
    written_off: 'boolean',
    /** The sum that is settled in its place, by `combined_entries`. */
    combined_id: 'uuid?',
  },
  indexes: [
    { name: 'distributor', on: 'distributor_id, created_at DESC, entry_id DESC' },
    { name: 'tenant', on: 'tenant_id, created_at DESC, entry_id DESC' },
    { name: 'site', on: 'site_id, created_at DESC, entry_id DESC' },
    { name: 'newest', on: 'created_at DESC, entry_id DESC' },
    // To generate payouts.
    {
      name: 'unsettled',
      on: 'site_id, distributor_id',
      where: 'payout_id IS NULL AND combined_id IS NULL AND amount_minor <> 0',
    },
    // To find out whether an entry's reversals, or the entry that it reverses, are settled.
    { name: 'origin', on: 'reverses_entry_id', where: 'reverses_entry_id IS NOT NULL' },
    // For the reversals of a month.
    { name: 'taken_back', on: 'tenant_id, created_at', where: 'reverses_entry_id IS NOT NULL' },
    { name: 'redemption', on: 'redemption_id' },
    BY_POSITION,
  ],
});
