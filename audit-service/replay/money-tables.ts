import type { ReadModelName } from '@perktree/contracts/catalogue/read-models';
import type { AuditFilter } from './audit-filter.ts';

/** How the rows of a read model are held against history. */
export interface ComparedColumns {
  /** Primary key, by which rows are read in pages. */
  readonly id: string;
  /** SQL of the key without its time; a sum's key is made of the columns by which screens select it. */
  readonly key: string;
  /** SQL of the month or quarter of an hour of a sum; null: a row that is no sum of a time. */
  readonly time: string | null;
  /** The columns of the values, and what each of them is. */
  readonly values: Readonly<Record<string, string>>;
  /** SQL of the site; null: sums of several sites. */
  readonly site: string | null;
  readonly distributor: string | null;
}

const owner = { site: 'site_id', distributor: 'distributor_id', time: null } as const;

const QUARTER = `to_char(quarter_hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The read models that show money, in addition to `ledger_entries`. */
export const MONEY_TABLES = {
  payouts: {
    id: 'payout_id',
    key: 'payout_id::text',
    ...owner,
    values: {
      site_id: 'site of a payout',
      distributor_id: 'distributor of a payout',
      currency: 'currency of the payout',
      amount_minor: 'amount of a payout',
      entry_count: 'number of entries of a payout',
      status: 'status of a payout',
      settlement: 'way of a payout',
      reference: 'reference of a payout',
      note_id: 'note of a payout',
      write_off_reason: 'reason of a write-off',
    },
  },
  combined_entries: {
    id: 'combined_id',
    key: 'combined_id::text',
    ...owner,
    values: {
      site_id: 'site of a sum',
      distributor_id: 'distributor of a sum',
      currency: 'currency of a sum',
      amount_minor: 'amount of a sum',
      entry_count: 'number of entries of a sum',
      payout_id: 'payout of a sum',
    },
  },
  redemptions: {
    id: 'redemption_id',
    key: 'redemption_id::text',
    time: null,
    site: 'site_id',
    distributor: null,
    values: {
      site_id: 'site of a redemption',
      currency: 'currency of a redemption',
      sale_minor: 'sale amount of a redemption',
      pool_minor: 'commission of a redemption',
      reversed_minor: 'reversed amount of a redemption',
      qr_id: 'redeemed QR',
      customer_id: 'customer of the redemption',
      confirmed_by: 'person who confirmed a redemption',
      reference: 'reference of a redemption',
    },
  },
  earnings: {
    id: 'earnings_id',
    key: `concat_ws(':', site_id, distributor_id, currency)`,
    time: 'month',
    site: 'site_id',
    distributor: 'distributor_id',
    values: {
      earned_minor: 'earnings of a month',
      paid_minor: 'sum paid in a month',
      written_off_minor: 'sum written off in a month',
    },
  },
  daily_activity: {
    id: 'activity_id',
    key: 'qr_id::text',
    time: QUARTER,
    site: 'site_id',
    distributor: null,
    values: {
      commission_minor: 'commission of a QR in a quarter of an hour',
      sales_minor: 'sales of a QR in a quarter of an hour',
    },
  },
  activity_totals: {
    id: 'total_id',
    key: `concat(scope, ':', currency)`,
    time: QUARTER,
    site: null,
    distributor: null,
    values: { commission_minor: 'commission of a quarter of an hour' },
  },
} as const satisfies Readonly<Record<string, ComparedColumns>>;

export type MoneyTable = keyof typeof MONEY_TABLES;
type ColumnsOf<T extends MoneyTable> = T extends MoneyTable ? keyof (typeof MONEY_TABLES)[T]['values'] : never;
export type MoneyColumn = ColumnsOf<MoneyTable>;

/**
 * The columns of read models that show money which a replay does not compare: no money, or times that the replay of one site
 * does not know. `notifications`: the bell, whose amounts are those of events of a day. A spec holds the list against the tables.
 */
export const NOT_COMPARED: Readonly<Partial<Record<ReadModelName, readonly string[]>>> = {
  ledger_entries: ['tenant_id'],
  payouts: ['tenant_id', 'funding', 'funding_id', 'failure', 'created_at', 'paid_at', 'settled_at'],
  combined_entries: ['tenant_id', 'created_at', 'paid_at', 'written_off'],
  redemptions: [
    'scan_id',
    'root_qr_id',
    'tenant_id',
    'period',
    'qr_name',
    'benefit_type',
    'discount_percent',
    'discount_fixed_amount',
    'text_reward',
    'confirmed_via',
    'redeemed_position',
    'redeemed_at',
    'awaiting_until',
    'confirmed_at',
    'reversed_at',
    'is_wholly_reversed',
  ],
  earnings: ['tenant_id'],
  daily_activity: ['root_qr_id', 'site_id', 'tenant_id', 'scans', 'redemptions', 'currency'],
  activity_totals: ['scans', 'redemptions'],
  notifications: ['amount_minor'],
};

/**
 * What an audit does not compare, by name: whole read models that its filter leaves out, and columns.
 * @param isWhole false: of one site, whose streams of codes, references and disputes are not read either
 */
export function notCompared(filter: AuditFilter, isWhole: boolean): readonly string[] {
  const leftOut = (Object.keys(MONEY_TABLES) as MoneyTable[]).filter(
    (table) =>
      filter.from !== undefined ||
      filter.to !== undefined ||
      (filter.distributorId !== undefined && MONEY_TABLES[table].distributor === null),
  );
  const columns = Object.entries(NOT_COMPARED).flatMap(([name, names]) =>
    leftOut.some((table) => table === name) ? [] : names.map((column) => `${name}.${column}`),
  );
  const streams = ['redemptionCode', 'tillReference', 'dispute', 'flag', 'subscription'].map(
    (category) => `${category}-*`,
  );
  return [...leftOut, ...columns, ...(isWhole ? [] : streams)];
}
