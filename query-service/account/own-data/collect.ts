import type { OwnRecords } from '@perktree/contracts/account/data-calls';
import type { ReadModelName, ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import { benefitDisplay } from '@perktree/contracts/qr/benefit';
import { benefitOf } from '@perktree/contracts/qr/benefit-row';
import type { Pool } from 'pg';
import { select } from '../../engine/sql.ts';
import { shownBenefit } from '../../site/withheld.ts';
import { collectTraces, type TraceDeps } from './traces.ts';

type AtSite<N extends ReadModelName> = ReadModelRow<N> & {
  readonly site_name: string;
  readonly site_currency: string;
  readonly configuration: string;
};

const FEW_RECORDS = 2_000;

/** Whether an account has so few records that collecting them takes at most about 200 ms. */
export async function hasFewRecords(pool: Pool, userId: string): Promise<boolean> {
  const some = (name: ReadModelName, column: string) =>
    `(SELECT count(*) FROM (SELECT 1 FROM read_models.${name} WHERE ${column} = :userId LIMIT :limit) AS ${name})`;
  const [row] = await select<{ records: bigint }>(
    pool,
    `SELECT ${some('scans', 'customer_id')} + ${some('redemptions', 'confirmed_by')} + ${some('qrs', 'owner_id')}
       + ${some('ledger_entries', 'distributor_id')} AS records`,
    { userId, limit: FEW_RECORDS + 1 },
  );
  return Number(row?.records) <= FEW_RECORDS;
}

/** The records of an account in the read models, newest first. Withheld benefits stay withheld. */
export async function collectOwnRecords(deps: TraceDeps, userId: string): Promise<OwnRecords> {
  const { pool, noteTexts } = deps;
  const of = <N extends ReadModelName>(name: N, condition: string, newest: string) =>
    select<AtSite<N>>(
      pool,
      `SELECT r.*, s.name AS site_name, s.currency AS site_currency, s.configuration
       FROM read_models.${name} r JOIN read_models.sites s ON s.site_id = r.site_id
       WHERE ${condition} ORDER BY r.${newest} DESC`,
      { userId },
    );
  const [scans, redemptions, confirmations, qrs, entries, sums, payouts, memberships, sites] = await Promise.all([
    of('scans', 'r.customer_id = :userId', 'scanned_at'),
    of('redemptions', 'r.customer_id = :userId', 'redeemed_at'),
    of('redemptions', `r.confirmed_by = :userId AND r.confirmed_via <> 'self'`, 'redeemed_at'),
    of('qrs', 'r.owner_id = :userId', 'claimed_at'),
    of('ledger_entries', 'r.distributor_id = :userId', 'created_at'),
    of('combined_entries', 'r.distributor_id = :userId', 'created_at'),
    of('payouts', 'r.distributor_id = :userId', 'created_at'),
    of('site_staff', 'r.user_id = :userId', 'joined_at'),
    of('sites', 'r.owner_id = :userId', 'created_at'),
  ]);
  const references = await noteTexts(
    payouts.flatMap(({ status, note_id }) => (status === 'paid' ? (note_id ?? []) : [])),
  );
  const traces = await collectTraces(deps, userId);
  const paidAt = new Map(sums.map((row) => [row.combined_id, row.paid_at]));
  return {
    ...traces,
    scans: scans.map((row) => ({
      ...siteOf(row),
      scanId: row.scan_id,
      qrName: row.qr_name,
      benefit: benefitDisplay(
        shownBenefit(benefitOf(row), row.configuration, row.redeemed_at !== null),
        row.site_currency as Currency,
      ),
      scannedAt: row.scanned_at,
      redeemedAt: row.redeemed_at,
      deviceId: row.device_id,
    })),
    redemptions: redemptions.map((row) => ({
      ...siteOf(row),
      redemptionId: row.redemption_id,
      qrName: row.qr_name,
      benefit: benefitDisplay(benefitOf(row), row.currency as Currency),
      ...money(row.sale_minor, row.currency),
      redeemedAt: row.redeemed_at,
      reversedAt: row.reversed_at,
      confirmedVia: row.confirmed_via,
      confirmedBy: row.confirmed_by,
    })),
    confirmations: confirmations.map((row) => ({
      ...siteOf(row),
      redemptionId: row.redemption_id,
      confirmedAt: row.confirmed_at ?? row.redeemed_at,
    })),
    claimedQrs: qrs.map((row) => ({
      ...siteOf(row),
      qrId: row.qr_id,
      name: row.name,
      commissionPercent: fromBasisPoints(row.commission_bp),
      claimedAt: row.claimed_at ?? row.created_at,
    })),
    ledgerEntries: entries.map((row) => ({
      ...siteOf(row),
      entryId: row.entry_id,
      qrId: row.qr_id,
      redemptionId: row.redemption_id,
      commissionPercent: fromBasisPoints(row.percent_bp),
      ...money(row.amount_minor, row.currency),
      createdAt: row.created_at,
      maturesAt: row.matures_at,
      paidAt: row.paid_at ?? paidAt.get(row.combined_id ?? '') ?? null,
    })),
    payouts: payouts.map((row) => ({
      ...siteOf(row),
      payoutId: row.payout_id,
      ...money(row.amount_minor, row.currency),
      status: row.status as OwnRecords['payouts'][number]['status'],
      reference: row.reference ?? references.get(row.note_id ?? '') ?? null,
      createdAt: row.created_at,
    })),
    staffOf: memberships.map((row) => ({ ...siteOf(row), isActive: row.is_active, joinedAt: row.joined_at })),
    sitesOwned: sites.map((row) => ({
      ...siteOf(row),
      currency: row.currency as Currency,
      isActive: row.is_active,
      createdAt: row.created_at,
    })),
  };
}

const siteOf = (row: { site_id: string; site_name: string }) => ({ siteId: row.site_id, siteName: row.site_name });

const money = (minor: bigint, currency: string) => ({
  amount: fromMinor(minor, currency as Currency),
  currency: currency as Currency,
});
