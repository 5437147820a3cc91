import { readModelTable } from '../../engine/tables/read-model-table.ts';

/** By site, distributor, currency and calendar month (UTC): `siteId:distributorId:currency:YYYY-MM`. */
export const earningsTable = readModelTable({
  name: 'earnings',
  key: 'earnings_id',
  columns: {
    earnings_id: 'text',
    site_id: 'uuid',
    tenant_id: 'uuid',
    distributor_id: 'text',
    currency: 'text',
    /** YYYY-MM. */
    month: 'text',
    /** Shares earned less what was taken back, each in the month in which it happened. */
    earned_minor: 'bigint',
    paid_minor: 'bigint',
    /** Balances written off: negative where the distributor owed them. */
    written_off_minor: 'bigint',
  },
  indexes: [
    { name: 'distributor', on: 'distributor_id' },
    { name: 'tenant', on: 'tenant_id' },
    { name: 'site', on: 'site_id' },
  ],
  asynchronous: true,
  // Every redemption of a month adds to the same rows.
  fillFactor: 50,
});
