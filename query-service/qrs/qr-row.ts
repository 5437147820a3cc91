import { benefitDisplay } from '@perktree/contracts/benefit';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import type { Currency } from '@perktree/contracts/money';
import { fromBasisPoints } from '@perktree/contracts/percent';
import type { ReadModelRow } from '@perktree/contracts/read-models';
import { benefitOf } from '../benefit-of.ts';

/** A QR with what its answer needs besides: its site's currency, and what its children leave of its percent. */
export type QrRow = ReadModelRow<'qrs'> & { readonly currency: string; readonly available_bp: number };

/** Select list for a QrRow, from `read_models.qrs q JOIN read_models.sites s`. */
export const QR_COLUMNS = `q.*, s.currency, (q.commission_bp - coalesce(
  (SELECT sum(c.commission_bp) FROM read_models.qrs c WHERE c.parent_qr_id = q.qr_id), 0))::integer AS available_bp`;

/**
 * Every QR that a distributor has claimed, with all descendants: `WITH RECURSIVE mine AS (…)` for the user id in a
 * parameter such as `$1`.
 */
export function mineSql(userId: string): string {
  return `mine AS (
    SELECT qr_id FROM read_models.qrs WHERE owner_id = ${userId}
    UNION
    SELECT c.qr_id FROM mine JOIN read_models.qrs c ON c.parent_qr_id = mine.qr_id)`;
}

export interface QrView {
  readonly now: Date;
  /** Whether the caller may see the internal name: the site's owner alone. */
  readonly asOwner: boolean;
}

export function qrAnswerOf(row: QrRow, { now, asOwner }: QrView): QrAnswer {
  const benefit = benefitOf(row);
  return {
    id: row.qr_id,
    siteId: row.site_id,
    name: row.name,
    internalName: asOwner ? row.internal_name : null,
    ...benefit,
    benefitDisplay: benefitDisplay(benefit, row.currency as Currency),
    commissionPercent: fromBasisPoints(row.commission_bp),
    availableCommission: row.available_bp / 100,
    maxRedemptions: row.max_redemptions,
    externalUrl: row.external_url,
    parentQrId: row.parent_qr_id,
    depth: row.depth,
    currency: row.currency as Currency,
    isClaimed: row.owner_id !== null,
    isActive: row.is_active,
    issuePeriod: row.period,
    expiresAtUtc: row.expires_at,
    isExpired: isExpired(row, now),
    isMaxedOut: isMaxedOut(row),
    totalScans: row.total_scans,
    totalRedemptions: row.total_redemptions,
    createdAt: row.created_at,
  };
}

/** At the instant of its end a period is over. */
export function isExpired(row: { readonly expires_at: string }, now: Date): boolean {
  return row.expires_at <= now.toISOString();
}

/** Full: the redemptions of this period have reached the maximum (domain.md 4). */
export function isMaxedOut(row: Pick<QrRow, 'max_redemptions' | 'period_redemptions'>): boolean {
  return row.max_redemptions !== null && row.period_redemptions >= row.max_redemptions;
}
