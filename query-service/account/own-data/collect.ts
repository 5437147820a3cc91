import type { NoteTexts } from '@perktree/contracts/account/account-store';
import type { OwnRecords } from '@perktree/contracts/account/data-calls';
import type { ReadModelName, ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import { benefitOfRow } from '@perktree/contracts/qr/benefit-row';
import { benefitDisplay } from '@perktree/contracts/qr/shown-benefit';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';
import { shownBenefit } from '../../site/withheld.ts';

interface TraceDeps {
  readonly pool: Pool;
  readonly noteTexts: NoteTexts['noteTexts'];
  /** Ids of the notes about a disputed redemption, oldest first. */
  readonly disputeNotes: (redemptionId: string) => Promise<readonly string[]>;
}

type Traces = Pick<
  OwnRecords,
  'disputes' | 'flags' | 'refusals' | 'blocks' | 'notifications' | 'createdQrs' | 'claims' | 'auditorOf' | 'files'
>;
type One<K extends keyof Traces> = Traces[K][number];
type Noted<T, N extends string> = Omit<T, N> & { readonly noteId: string | null };

const AT_SITE = `r.site_id AS "siteId", s.name AS "siteName"`;

/** What the product and others have recorded about an account, newest first. */
async function collectTraces(deps: TraceDeps, userId: string): Promise<Traces> {
  const { pool, noteTexts, disputeNotes } = deps;
  const of = async <Row extends object>(text: string) => [...(await select<Row>(pool, text, { userId }))];
  const [disputes, flags, refusals, blocks, notifications, createdQrs, claims, auditorOf, files] = await Promise.all([
    of<Omit<One<'disputes'>, 'notes'>>(
      `SELECT ${AT_SITE}, r.redemption_id AS "redemptionId", r.state, r.opened_at AS "openedAt", r.changed_at AS "changedAt"
       FROM read_models.disputes r JOIN read_models.sites s USING (site_id)
       JOIN read_models.redemptions d USING (redemption_id) WHERE d.customer_id = :userId ORDER BY r.opened_at DESC`,
    ),
    of<One<'flags'>>(
      `SELECT ${AT_SITE}, r.flag_id AS "flagId", r.kind, r.redemptions, r.first_seen_at AS "firstSeenAt",
         r.last_seen_at AS "lastSeenAt"
       FROM read_models.flags r JOIN read_models.sites s USING (site_id)
       WHERE r.customer_id = :userId OR r.staff_id = :userId
         OR r.device_id IN (SELECT device_id FROM read_models.scans WHERE customer_id = :userId)
       ORDER BY r.last_seen_at DESC`,
    ),
    of<One<'refusals'>>(
      `SELECT at, site_id AS "siteId", qr_id AS "qrId", command, code FROM command_service.refusals
       WHERE person_id = :userId OR actor_id = :userId ORDER BY at DESC`,
    ),
    of<Noted<One<'blocks'>, 'note'>>(
      `SELECT ${AT_SITE}, r.is_blocked AS "isBlocked", r.blocked_at AS "blockedAt", r.note_id AS "noteId"
       FROM read_models.site_blocks r JOIN read_models.sites s USING (site_id)
       WHERE r.distributor_id = :userId ORDER BY r.blocked_at DESC`,
    ),
    of<One<'notifications'>>(
      `SELECT kind, at, qr_id AS "qrId" FROM read_models.notifications WHERE user_id = :userId ORDER BY at DESC`,
    ),
    of<One<'createdQrs'>>(
      `SELECT ${AT_SITE}, r.qr_id AS "qrId", r.name, r.created_at AS "createdAt"
       FROM read_models.qrs r JOIN read_models.sites s USING (site_id)
       WHERE r.created_by = :userId ORDER BY r.created_at DESC`,
    ),
    of<One<'claims'>>(
      `SELECT qr_id AS "qrId", at FROM read_models.claims WHERE distributor_id = :userId ORDER BY at DESC`,
    ),
    of<One<'auditorOf'>>(
      `SELECT tenant_id AS "tenantId", joined_at AS "joinedAt", until, ended_at AS "endedAt"
       FROM read_models.auditors WHERE user_id = :userId ORDER BY until DESC`,
    ),
    of<One<'files'>>(
      `SELECT name, created_at AS "createdAt", expires_at AS "expiresAt"
       FROM files.files WHERE user_id = :userId ORDER BY created_at DESC`,
    ),
  ]);
  const noted = await Promise.all(disputes.map(({ redemptionId }) => disputeNotes(redemptionId)));
  const texts = await noteTexts([...noted.flat(), ...blocks.flatMap(({ noteId }) => noteId ?? [])]);
  return {
    disputes: disputes.map((row, n) => ({ ...row, notes: (noted[n] ?? []).flatMap((id) => texts.get(id) ?? []) })),
    blocks: blocks.map(({ noteId, ...row }) => ({ ...row, note: texts.get(noteId ?? '') ?? null })),
    flags,
    refusals,
    notifications,
    createdQrs,
    claims,
    auditorOf,
    files,
  };
}

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
       WHERE ${condition} ORDER BY ${newest} DESC`,
      { userId },
    );
  const [scans, redemptions, confirmations, qrs, entries, sums, payouts, memberships, sites] = await Promise.all([
    of('scans', 'r.customer_id = :userId', 'r.scanned_at'),
    of('redemptions', 'r.customer_id = :userId', 'r.redeemed_at'),
    of(
      'redemptions',
      `r.confirmed_by = :userId AND r.confirmed_via <> 'self'`,
      'coalesce(r.confirmed_at, r.redeemed_at)',
    ),
    of('qrs', 'r.owner_id = :userId', 'r.claimed_at'),
    of('ledger_entries', 'r.distributor_id = :userId', 'r.created_at'),
    of('combined_entries', 'r.distributor_id = :userId', 'r.created_at'),
    of('payouts', 'r.distributor_id = :userId', 'r.created_at'),
    of('site_staff', 'r.user_id = :userId', 'r.joined_at'),
    of('sites', 'r.owner_id = :userId', 'r.created_at'),
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
        shownBenefit(benefitOfRow(row), row.configuration, row.redeemed_at !== null),
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
      benefit: benefitDisplay(benefitOfRow(row), row.currency as Currency),
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
