import { readModelTable } from '../../engine/tables/read-model-table.ts';

/**
 * Activity by day (UTC) of each site, each tenant and the whole installation, so that a dashboard costs the same with any
 * number of QRs: `scope:YYYY-MM-DD:currency`.
 */
export const activityTotalsTable = readModelTable({
  name: 'activity_totals',
  key: 'total_id',
  columns: {
    total_id: 'text',
    /** A site's or a tenant's id, or `all`. */
    scope: 'text',
    day: 'date',
    scans: 'integer',
    redemptions: 'integer',
    /** The pools of the day's redemptions, less what the day's reversals took back. */
    commission_minor: 'bigint',
    /** Null: scans, which have none. */
    currency: 'text?',
  },
  indexes: [{ name: 'scope', on: 'scope, day' }],
  asynchronous: true,
  // Everything that happens on a day changes the same rows.
  fillFactor: 50,
});
