import { readModelTable } from '../../engine/tables/read-model-table.ts';

/**
 * Activity by quarter of an hour of each site, each tenant and the whole installation, so that a dashboard costs the same with any
 * number of QRs: `scope:quarter:currency`. Sums of them are the days of any time zone.
 */
export const activityTotalsTable = readModelTable({
  name: 'activity_totals',
  key: 'total_id',
  columns: {
    total_id: 'text',
    /** A site's or a tenant's id, or `all`. */
    scope: 'text',
    /** Its beginning. */
    quarter_hour: 'timestamp',
    scans: 'integer',
    redemptions: 'integer',
    /** The pools of its redemptions, less what its reversals took back. */
    commission_minor: 'bigint',
    /** Null: scans, which have none. */
    currency: 'text?',
  },
  indexes: [{ name: 'scope', on: 'scope, quarter_hour' }],
  asynchronous: true,
  // Everything that happens in a quarter of an hour changes the same rows.
  fillFactor: 50,
});
