import { shownBrand } from '@perktree/contracts/brand/answer';
import type { Currency } from '@perktree/contracts/kernel/money';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import { REFUSALS, refusalSentence } from '@perktree/contracts/kernel/refusals';
import { benefitDisplay } from '@perktree/contracts/qr/benefit';
import { benefitOfRow } from '@perktree/contracts/qr/benefit-row';
import { type ScanInfoAnswer, scanningCalls } from '@perktree/contracts/scan/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import { brandOf } from '../brand/brand-of.ts';
import type { QueryServiceDeps } from '../engine/deps.ts';
import type { PositionFeed } from '../engine/position-feed.ts';
import { isMaxedOut, isRowExpired } from '../qr/qr-row.ts';
import { shownBenefit } from '../site/withheld.ts';
import { createLinkLookup, type LinkKind, type LinkRow, wasReplaced } from './query.ts';

type Offer = NonNullable<ScanInfoAnswer['qr']>;

function failed(code: 'INVALID_TOKEN' | 'CODE_REPLACED'): { answer: ScanInfoAnswer; status: number } {
  return { answer: { success: false, message: refusalSentence(code), code }, status: REFUSALS[code][0] };
}

export function mountScanInfo(app: FastifyInstance, deps: QueryServiceDeps, feed: PositionFeed): void {
  const calls = { customer: scanningCalls.customerScanInfo, distributor: scanningCalls.distributorScanInfo } as const;
  for (const kind of ['customer', 'distributor'] as const) {
    const findLink = createLinkLookup(deps.pool, feed, kind);
    mountCall(app, deps.authenticate, calls[kind], async ({ params, session }) => {
      const row = await findLink(params.token, session?.userId ?? null);
      if (row === undefined)
        return failed((await wasReplaced(deps.pool, kind, params.token)) ? 'CODE_REPLACED' : 'INVALID_TOKEN');
      return { answer: { success: true, message: 'OK', qr: linkInfo(row, kind, session, deps.clock().toISOString()) } };
    });
  }
}

/** `totalRedemptions` is that of the current issue period here, since the page shows it against the maximum. */
function linkInfo(
  row: LinkRow,
  kind: LinkKind,
  session: Session | null,
  now: string,
): NonNullable<ScanInfoAnswer['qr']> {
  const currency = row.currency as Currency;
  // A distributor needs to see the offer to decide whether to claim it.
  const asDistributor = kind === 'distributor' && session !== null && session.allRoles.includes('distributor');
  const benefit = shownBenefit(benefitOfRow(row), row.configuration, row.redeemed || asDistributor);
  return {
    name: row.name,
    siteName: row.site_name,
    currency,
    type: benefit.type,
    discountPercent: benefit.discountPercent,
    discountFixedAmount: benefit.discountFixedAmount,
    textReward: benefit.textReward,
    benefitDisplay: benefitDisplay(benefit, currency),
    externalUrl: row.external_url,
    maxRedemptions: row.max_redemptions,
    totalRedemptions: row.period_redemptions,
    isMaxedOut: isMaxedOut(row),
    isExpired: isRowExpired(row, now),
    isClaimed: row.owner_id !== null,
    isInactive: !row.is_active || !row.site_active,
    claimObstacle: kind === 'distributor' ? claimObstacle(row, session) : null,
    expiresAtUtc: row.expires_at,
    brand: shownBrand(brandOf(row.brand), { name: row.site_name }, row.plan ?? 'free'),
    commissionPercent: kind === 'distributor' ? fromBasisPoints(row.commission_bp) : null,
  };
}

/** The first reason that refuses the caller's claim: those about the QR's owner and site come first. */
function claimObstacle(row: LinkRow, session: Session | null): Offer['claimObstacle'] {
  const ownsSite = session !== null && session.tenantId === row.tenant_id;
  if (ownsSite || row.works_here) return 'own_site';
  if (row.blocked) return 'blocked';
  if (row.owner_id !== null) return row.owner_id === session?.userId ? 'mine' : 'claimed';
  if (row.approval !== null) return 'waiting';
  return row.is_active && row.site_active ? null : 'inactive';
}
