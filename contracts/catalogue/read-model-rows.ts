// Generated from projector/<concept> by `npm run docs`.

/** How each read model is written: with its events, or after them. */
export const readModels = {
  sites: 'inline',
  site_staff: 'inline',
  site_blocks: 'inline',
  auditors: 'inline',
  qrs: 'inline',
  replaced_links: 'inline',
  qr_designs: 'inline',
  scans: 'inline',
  redemptions: 'inline',
  ledger_entries: 'inline',
  combined_entries: 'inline',
  earnings: 'asynchronous',
  daily_activity: 'asynchronous',
  activity_totals: 'asynchronous',
  payouts: 'inline',
  disputes: 'inline',
  claims: 'inline',
  notifications: 'asynchronous',
  flags: 'asynchronous',
  site_brands: 'inline',
  plans: 'inline',
  webhook_messages: 'asynchronous',
} as const;

export interface ReadModelRows {
  readonly sites: {
    readonly site_id: string;
    readonly tenant_id: string;
    readonly owner_id: string;
    readonly name: string;
    readonly currency: string;
    readonly is_active: boolean;
    readonly configuration: string;
    readonly created_at: string;
  };
  readonly site_staff: {
    readonly staff_id: string;
    readonly site_id: string;
    readonly tenant_id: string;
    readonly user_id: string;
    readonly is_active: boolean;
    readonly joined_at: string;
  };
  readonly site_blocks: {
    readonly block_id: string;
    readonly site_id: string;
    readonly tenant_id: string;
    readonly distributor_id: string;
    readonly is_blocked: boolean;
    readonly blocked_at: string;
    readonly note_id: string | null;
  };
  readonly auditors: {
    readonly auditor_id: string;
    readonly tenant_id: string | null;
    readonly invited_at: string;
    readonly expires_at: string;
    readonly until: string;
    readonly user_id: string | null;
    readonly joined_at: string | null;
    readonly ended_at: string | null;
  };
  readonly qrs: {
    readonly qr_id: string;
    readonly site_id: string;
    readonly tenant_id: string;
    readonly root_qr_id: string;
    readonly parent_qr_id: string | null;
    readonly depth: number;
    readonly name: string;
    readonly internal_name: string | null;
    readonly benefit_type: string;
    readonly discount_percent: number | null;
    readonly discount_fixed_amount: number | null;
    readonly text_reward: string | null;
    readonly commission_bp: number;
    readonly max_redemptions: number | null;
    readonly external_url: string | null;
    readonly customer_token: string;
    readonly distributor_token: string;
    readonly created_by: string | null;
    readonly approval: string | null;
    readonly owner_id: string | null;
    readonly claimed_at: string | null;
    readonly is_active: boolean;
    readonly renewal_policy: string | null;
    readonly period: number;
    readonly expires_at: string;
    readonly total_scans: number;
    readonly total_redemptions: number;
    readonly period_redemptions: number;
    readonly created_at: string;
    readonly made_order: bigint;
  };
  readonly replaced_links: {
    readonly token: string;
    readonly link: string;
    readonly qr_id: string;
    readonly root_qr_id: string;
    readonly site_id: string;
    readonly tenant_id: string;
    readonly replaced_at: string;
  };
  readonly qr_designs: {
    readonly subject_id: string;
    readonly site_id: string;
    readonly tenant_id: string;
    readonly design: string | null;
  };
  readonly scans: {
    readonly scan_id: string;
    readonly qr_id: string;
    readonly root_qr_id: string;
    readonly site_id: string;
    readonly tenant_id: string;
    readonly period: number;
    readonly customer_id: string | null;
    readonly device_id: string | null;
    readonly qr_name: string;
    readonly benefit_type: string;
    readonly discount_percent: number | null;
    readonly discount_fixed_amount: number | null;
    readonly text_reward: string | null;
    readonly redemption_code: string | null;
    readonly redemption_token: string | null;
    readonly scanned_at: string;
    readonly expires_at: string;
    readonly redeemed_at: string | null;
    readonly redemption_id: string | null;
    readonly awaiting_until: string | null;
  };
  readonly redemptions: {
    readonly redemption_id: string;
    readonly scan_id: string;
    readonly qr_id: string;
    readonly root_qr_id: string;
    readonly site_id: string;
    readonly tenant_id: string;
    readonly period: number;
    readonly customer_id: string;
    readonly qr_name: string;
    readonly benefit_type: string;
    readonly discount_percent: number | null;
    readonly discount_fixed_amount: number | null;
    readonly text_reward: string | null;
    readonly sale_minor: bigint;
    readonly pool_minor: bigint;
    readonly currency: string;
    readonly confirmed_by: string;
    readonly confirmed_via: string;
    readonly reference: string | null;
    readonly redeemed_position: bigint;
    readonly redeemed_at: string;
    readonly awaiting_until: string | null;
    readonly confirmed_at: string | null;
    readonly reversed_at: string | null;
    readonly reversed_minor: bigint;
    readonly is_wholly_reversed: boolean;
  };
  readonly ledger_entries: {
    readonly entry_id: string;
    readonly redemption_id: string;
    readonly qr_id: string;
    readonly source_qr_id: string;
    readonly site_id: string;
    readonly tenant_id: string;
    readonly distributor_id: string;
    readonly percent_bp: number;
    readonly amount_minor: bigint;
    readonly awaiting_minor: bigint | null;
    readonly awaiting_until: string | null;
    readonly currency: string;
    readonly matures_at: string;
    readonly created_at: string;
    readonly reverses_entry_id: string | null;
    readonly compensated_minor: bigint;
    readonly reversed: boolean;
    readonly payout_id: string | null;
    readonly paid_at: string | null;
    readonly written_off: boolean;
    readonly combined_id: string | null;
  };
  readonly combined_entries: {
    readonly combined_id: string;
    readonly site_id: string;
    readonly tenant_id: string;
    readonly distributor_id: string;
    readonly currency: string;
    readonly amount_minor: bigint;
    readonly entry_count: number;
    readonly created_at: string;
    readonly payout_id: string | null;
    readonly paid_at: string | null;
    readonly written_off: boolean;
  };
  readonly earnings: {
    readonly earnings_id: string;
    readonly site_id: string;
    readonly tenant_id: string;
    readonly distributor_id: string;
    readonly currency: string;
    readonly month: string;
    readonly earned_minor: bigint;
    readonly paid_minor: bigint;
    readonly written_off_minor: bigint;
  };
  readonly daily_activity: {
    readonly activity_id: string;
    readonly qr_id: string;
    readonly root_qr_id: string;
    readonly site_id: string;
    readonly tenant_id: string;
    readonly quarter_hour: string;
    readonly scans: number;
    readonly redemptions: number;
    readonly commission_minor: bigint;
    readonly sales_minor: bigint;
    readonly currency: string | null;
  };
  readonly activity_totals: {
    readonly total_id: string;
    readonly scope: string;
    readonly quarter_hour: string;
    readonly scans: number;
    readonly redemptions: number;
    readonly commission_minor: bigint;
    readonly currency: string | null;
  };
  readonly payouts: {
    readonly payout_id: string;
    readonly site_id: string;
    readonly tenant_id: string;
    readonly distributor_id: string;
    readonly currency: string;
    readonly amount_minor: bigint;
    readonly entry_count: number;
    readonly settlement: string;
    readonly status: string;
    readonly reference: string | null;
    readonly note_id: string | null;
    readonly write_off_reason: string | null;
    readonly funding: string | null;
    readonly funding_id: string | null;
    readonly failure: string | null;
    readonly created_at: string;
    readonly paid_at: string | null;
    readonly settled_at: string | null;
  };
  readonly disputes: {
    readonly redemption_id: string;
    readonly qr_id: string;
    readonly site_id: string;
    readonly tenant_id: string;
    readonly state: string;
    readonly opened_at: string;
    readonly changed_at: string;
    readonly notes: number;
  };
  readonly claims: {
    readonly claim_id: string;
    readonly qr_id: string;
    readonly tenant_id: string;
    readonly distributor_id: string;
    readonly at: string;
  };
  readonly notifications: {
    readonly notification_id: string;
    readonly tenant_id: string;
    readonly site_id: string;
    readonly user_id: string | null;
    readonly kind: string;
    readonly at: string;
    readonly qr_id: string | null;
    readonly person_id: string | null;
    readonly count: number;
    readonly amount_minor: bigint | null;
    readonly currency: string | null;
    readonly period: number | null;
    readonly expires_at: string | null;
  };
  readonly flags: {
    readonly flag_id: string;
    readonly site_id: string | null;
    readonly tenant_id: string | null;
    readonly kind: string;
    readonly staff_id: string | null;
    readonly customer_id: string | null;
    readonly device_id: string | null;
    readonly network_id: string | null;
    readonly recent: string;
    readonly evidence: string;
    readonly redemptions: number;
    readonly first_seen_at: string | null;
    readonly last_seen_at: string | null;
    readonly reviewed_at: string | null;
    readonly reviewed_by: string | null;
    readonly review_note_id: string | null;
    readonly reviewed_redemptions: number | null;
  };
  readonly site_brands: {
    readonly site_id: string;
    readonly tenant_id: string;
    readonly brand: string;
  };
  readonly plans: {
    readonly tenant_id: string;
    readonly plan: string;
  };
  readonly webhook_messages: {
    readonly message_id: string;
    readonly tenant_id: string;
    readonly site_id: string;
    readonly type: string;
    readonly at: string;
    readonly data: string;
  };
}
