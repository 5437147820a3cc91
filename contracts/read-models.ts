/**
 * The read models: what the projector writes and the query service reads. Readers use the view `read_models.<name>`; the
 * table under it is `read_models.<name>__v<version>`, with `_2` and so on behind it after a rebuild. Every
 * table has besides `position bigint`: that of the last event that changed the row. Money is in whole minor units (cents),
 * percents in basis points (hundredths of a percent).
 */
export const READ_MODEL_SCHEMA = 'read_models';
/**
 * Checkpoints, one for each table of rows: `name, version, status, position, failed_event_id, error, updated_at, relation`
 * (the table), `serving` (the view is over it; one of each name), `events`, `compared`. A position counts for readers
 * where the status is `live`, and there alone.
 */
export const PROJECTIONS_TABLE = `${READ_MODEL_SCHEMA}.projections`;
/** Effective times of the events at some positions: what reads events in order shares them. */
export const CLOCK_MARKS_TABLE = `${READ_MODEL_SCHEMA}.clock_marks`;
/**
 * `live`: kept up to date, and readers wait for it. Others that serve: `filling` catches up and is live then; `paused`
 * stands until somebody resumes it; `failed` stopped at an event (see `error`) and is tried again at the next start.
 * Beside them, unseen: `filling` and `failed` copies on their way, `ready` ones that may take over, `retired` old ones.
 */
export const PROJECTION_STATUSES = ['live', 'filling', 'ready', 'paused', 'failed', 'retired'] as const;
export type ProjectionStatus = (typeof PROJECTION_STATUSES)[number];
/** Postgres channel; the payload is the position that all live projections have reached. */
export const PROJECTED_CHANNEL = 'projected';

/** `timestamp` is timestamptz with milliseconds, `decimal` numeric(9,2). A trailing `?` means null is allowed. */
export type ColumnKind = 'uuid' | 'text' | 'integer' | 'bigint' | 'decimal' | 'boolean' | 'timestamp' | 'date';
export type Column = ColumnKind | `${ColumnKind}?`;

export interface ReadModelShape {
  /** The primary key column. */
  readonly key: string;
  readonly columns: Readonly<Record<string, Column>>;
}

const benefit = {
  benefit_type: 'text',
  discount_percent: 'decimal?',
  discount_fixed_amount: 'decimal?',
  text_reward: 'text?',
} as const;

export const readModels = {
  sites: {
    key: 'site_id',
    columns: {
      site_id: 'uuid',
      tenant_id: 'uuid',
      owner_id: 'text',
      name: 'text',
      currency: 'text',
      is_active: 'boolean',
      /** JSON of siteConfigurationSchema. */
      configuration: 'text',
      created_at: 'timestamp',
    },
  },
  /** `staff_id` is `siteId:userId`. */
  site_staff: {
    key: 'staff_id',
    columns: {
      staff_id: 'text',
      site_id: 'uuid',
      tenant_id: 'uuid',
      user_id: 'text',
      is_active: 'boolean',
      joined_at: 'timestamp',
    },
  },
  /** Distributors that a site's owner has ever blocked; `block_id` is `siteId:distributorId`. */
  site_blocks: {
    key: 'block_id',
    columns: {
      block_id: 'text',
      site_id: 'uuid',
      tenant_id: 'uuid',
      distributor_id: 'text',
      is_blocked: 'boolean',
      blocked_at: 'timestamp',
      /** Under which the account store has the reason. */
      note_id: 'uuid?',
    },
  },
  qrs: {
    key: 'qr_id',
    columns: {
      qr_id: 'uuid',
      site_id: 'uuid',
      tenant_id: 'uuid',
      root_qr_id: 'uuid',
      parent_qr_id: 'uuid?',
      /** 0 for a root. */
      depth: 'integer',
      name: 'text',
      internal_name: 'text?',
      ...benefit,
      commission_bp: 'integer',
      /** Of one issue period; null is unlimited. */
      max_redemptions: 'integer?',
      external_url: 'text?',
      customer_token: 'text',
      distributor_token: 'text',
      /** The distributor who made it; null: the site's owner did. */
      created_by: 'text?',
      /** `waiting` or `declined` (QR_APPROVALS); null: it needs no approval, or has it. */
      approval: 'text?',
      owner_id: 'text?',
      claimed_at: 'timestamp?',
      is_active: 'boolean',
      period: 'integer',
      expires_at: 'timestamp',
      /** Totals go on over all issue periods. */
      total_scans: 'integer',
      total_redemptions: 'integer',
      /** What counts towards max_redemptions: redemptions of the current period whose slot was not freed. */
      period_redemptions: 'integer',
      created_at: 'timestamp',
    },
  },
  scans: {
    key: 'scan_id',
    columns: {
      scan_id: 'uuid',
      qr_id: 'uuid',
      root_qr_id: 'uuid',
      site_id: 'uuid',
      tenant_id: 'uuid',
      period: 'integer',
      /** Null: nobody was signed in. */
      customer_id: 'text?',
      device_id: 'uuid?',
      qr_name: 'text',
      ...benefit,
      redemption_code: 'text?',
      redemption_token: 'text?',
      scanned_at: 'timestamp',
      expires_at: 'timestamp',
      redeemed_at: 'timestamp?',
      redemption_id: 'uuid?',
      /** Until then staff can confirm what the customer has redeemed; null: there is nothing to confirm. */
      awaiting_until: 'timestamp?',
    },
  },
  redemptions: {
    key: 'redemption_id',
    columns: {
      redemption_id: 'uuid',
      scan_id: 'uuid',
      qr_id: 'uuid',
      root_qr_id: 'uuid',
      site_id: 'uuid',
      tenant_id: 'uuid',
      period: 'integer',
      customer_id: 'text',
      qr_name: 'text',
      ...benefit,
      /** Of the site's default sale amount while it awaits confirmation. */
      sale_minor: 'bigint',
      /** What is earned: 0 while it awaits confirmation. */
      pool_minor: 'bigint',
      currency: 'text',
      confirmed_by: 'text',
      /** `self`, `code` or `token`. */
      confirmed_via: 'text',
      redeemed_at: 'timestamp',
      /** Until then staff can confirm it; null: there is nothing to confirm (any more). */
      awaiting_until: 'timestamp?',
      /** When staff confirmed what the customer had redeemed. */
      confirmed_at: 'timestamp?',
      /** Of the newest reversal, partial ones included. */
      reversed_at: 'timestamp?',
      /** The sum of all reversals. */
      reversed_minor: 'bigint',
      is_wholly_reversed: 'boolean',
    },
  },
  ledger_entries: {
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
  },
  /** Sums that are settled in the place of entries, where these are too many for one event. */
  combined_entries: {
    key: 'combined_id',
    columns: {
      combined_id: 'uuid',
      site_id: 'uuid',
      tenant_id: 'uuid',
      distributor_id: 'text',
      currency: 'text',
      amount_minor: 'bigint',
      entry_count: 'integer',
      created_at: 'timestamp',
      payout_id: 'uuid?',
      paid_at: 'timestamp?',
      written_off: 'boolean',
    },
  },
  /** By site, distributor, currency and calendar month (UTC): `siteId:distributorId:currency:YYYY-MM`. */
  earnings: {
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
  },
  /** By QR and day (UTC): `qrId:YYYY-MM-DD`. */
  daily_activity: {
    key: 'activity_id',
    columns: {
      activity_id: 'text',
      qr_id: 'uuid',
      root_qr_id: 'uuid',
      site_id: 'uuid',
      tenant_id: 'uuid',
      day: 'date',
      scans: 'integer',
      redemptions: 'integer',
      /** The pools of the day's redemptions, less what the day's reversals took back. */
      commission_minor: 'bigint',
      /** Null on a day without redemptions and reversals. */
      currency: 'text?',
    },
  },
  payouts: {
    key: 'payout_id',
    columns: {
      payout_id: 'uuid',
      site_id: 'uuid',
      tenant_id: 'uuid',
      distributor_id: 'text',
      currency: 'text',
      amount_minor: 'bigint',
      entry_count: 'integer',
      settlement: 'text',
      /** `processing`, `paid`, `failed`, `cancelled`, or `written_off` for a balance that no money moved for. */
      status: 'text',
      /** The payment provider's id of the transfer. */
      reference: 'text?',
      /** Under which the account store keeps what the owner wrote on settling it. */
      note_id: 'uuid?',
      /** One of WRITE_OFF_REASONS; null: it is a payout. */
      write_off_reason: 'text?',
      created_at: 'timestamp',
      settled_at: 'timestamp?',
    },
  },
  /** What has ever been disputed of redemptions; what was said is in the account store. */
  disputes: {
    key: 'redemption_id',
    columns: {
      redemption_id: 'uuid',
      qr_id: 'uuid',
      site_id: 'uuid',
      tenant_id: 'uuid',
      /** One of DISPUTE_STATES. */
      state: 'text',
      opened_at: 'timestamp',
      changed_at: 'timestamp',
      /** How many notes there are, over all disputes of the redemption. */
      notes: 'integer',
    },
  },
  /**
   * Redemptions that look like self-dealing (flag-rules.ts): a row for each staff member, pair, device, network
   * or site that was met, flagged or not.
   */
  flags: {
    key: 'flag_id',
    columns: {
      /** Derived from the site, the kind and its subject. */
      flag_id: 'uuid',
      site_id: 'uuid',
      tenant_id: 'uuid',
      /** One of FLAG_KINDS. */
      kind: 'text',
      /** The subject: what of the four the kind is about; the others are null, all of them for a kind about the site. */
      staff_id: 'text?',
      customer_id: 'text?',
      device_id: 'uuid?',
      network_id: 'uuid?',
      /** JSON of flagEvidenceSchema: the newest redemptions, from which it is seen whether the rule is met. */
      recent: 'text',
      /** JSON of flagEvidenceSchema: the newest redemptions of those that met the rule; empty while there are none. */
      evidence: 'text',
      /** How many redemptions have met the rule, also those that the evidence no longer names. */
      redemptions: 'integer',
      /** Of the redemptions that met the rule, the first and the last one's time; null while it is not flagged. */
      first_seen_at: 'timestamp?',
      last_seen_at: 'timestamp?',
    },
  },
} as const satisfies Record<string, ReadModelShape>;

export type ReadModelName = keyof typeof readModels;

interface ValueOf {
  uuid: string;
  text: string;
  integer: number;
  bigint: bigint;
  decimal: number;
  boolean: boolean;
  /** ISO 8601 UTC with milliseconds. */
  timestamp: string;
  /** YYYY-MM-DD. */
  date: string;
}
type ColumnValue<C extends Column> = C extends `${infer K extends ColumnKind}?`
  ? ValueOf[K] | null
  : C extends ColumnKind
    ? ValueOf[C]
    : never;

/** A row in memory, without its `position`. */
export type RowOf<S extends ReadModelShape> = { readonly [C in keyof S['columns']]: ColumnValue<S['columns'][C]> };
export type ReadModelRow<N extends ReadModelName> = RowOf<(typeof readModels)[N]>;
