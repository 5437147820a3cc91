import { BY_POSITION_OFTEN_CHANGED, readModelTable } from '../engine/tables/read-model-table.ts';

/**
 * Redemptions that look like self-dealing (flag-rules.ts). Readers see the rows with `first_seen_at`: their subject has met
 * its rule. A row without it holds `recent` alone; its other columns are null until then.
 */
export const flagsTable = readModelTable({
  name: 'flags',
  key: 'flag_id',
  columns: {
    /** Derived from the site, the kind and its subject. */
    flag_id: 'uuid',
    site_id: 'uuid?',
    tenant_id: 'uuid?',
    /** One of FLAG_KINDS. */
    kind: 'text',
    /** The subject: the kind decides which of the four are set. All are null if the subject is the site. */
    staff_id: 'text?',
    customer_id: 'text?',
    device_id: 'uuid?',
    network_id: 'uuid?',
    /** JSON, for the projector alone: what the rule compares the next redemption with. */
    recent: 'text',
    /**
     * JSON of flagEvidenceSchema: the newest redemptions of those that met the rule; empty while there are none. What they
     * were is read from `redemptions`.
     */
    evidence: 'text',
    /** How many redemptions have met the rule, also those that the evidence no longer names. */
    redemptions: 'integer',
    /** Of the redemptions that met the rule, the first and the last one's time; null while it is not flagged. */
    first_seen_at: 'timestamp?',
    last_seen_at: 'timestamp?',
    /** The newest review, and how many redemptions it covers; null: not reviewed. Its text is in the account store. */
    reviewed_at: 'timestamp?',
    reviewed_by: 'text?',
    review_note_id: 'uuid?',
    reviewed_redemptions: 'integer?',
  },
  indexes: [
    { name: 'site', on: 'site_id, last_seen_at DESC, flag_id DESC', where: 'last_seen_at IS NOT NULL' },
    BY_POSITION_OFTEN_CHANGED,
  ],
  asynchronous: true,
  // Rows change and grow with every redemption of their subject.
  parsed: ['recent', 'evidence'],
  fillFactor: 50,
});
