import { shownBrand } from '@perktree/contracts/brand/answer';
import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import type { Currency } from '@perktree/contracts/kernel/money';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import { REFUSALS, refusalSentence } from '@perktree/contracts/kernel/refusals';
import { benefitOfRow } from '@perktree/contracts/qr/benefit-row';
import { benefitDisplay } from '@perktree/contracts/qr/shown-benefit';
import { type ScanInfoAnswer, scanningCalls } from '@perktree/contracts/scan/calls';
import type { PlanId } from '@perktree/contracts/subscription/plans';
import { coalesced, isRefusedValue } from '@perktree/platform/coalesced';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { anyLength } from '@perktree/platform/postgres/any-length';
import { select } from '@perktree/platform/postgres/select';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { brandOf } from '../brand/shown-brands.ts';
import { byQuestion } from '../engine/by-question.ts';
import type { QueryServiceDeps } from '../engine/deps.ts';
import type { PositionFeed } from '../engine/position-feed.ts';
import { QueryCache } from '../engine/query-cache.ts';
import { isMaxedOut, isRowExpired } from '../qr/qr-row.ts';
import { shownBenefit } from '../site/withheld.ts';

type LinkKind = 'customer' | 'distributor';

type LinkRow = ReadModelRow<'qrs'> & {
  readonly site_name: string;
  readonly currency: string;
  readonly configuration: string;
  /** The caller has redeemed it in its current issue period. */
  readonly redeemed: boolean;
  readonly site_active: boolean;
  /** The caller is on the staff of the site. */
  readonly works_here: boolean;
  readonly blocked: boolean;
  /** JSON of siteBrandSchema. */
  readonly brand: string | null;
  /** The plan of the site's business; null: Free. */
  readonly plan: PlanId | null;
};

/** Most links per statement, and most concurrent statements. */
const TOGETHER = { max: 50, underWay: 1, isOfOne: isRefusedValue };

interface LookUp {
  readonly token: string;
  readonly userId: string | null;
}

/** The target of a link. */
type FindLink = (token: string, userId: string | null) => Promise<LinkRow | undefined>;

/**
 * Looks up links of a kind; concurrent look-ups share a statement. Every scan of a printed code starts with this call. A
 * token is valid only for the kind of link that it was issued for.
 */
function createLinkLookup(pool: Pool, feed: PositionFeed, kind: LinkKind): FindLink {
  const cache = new QueryCache<LinkRow>(feed);
  const ask = coalesced((lookUps: readonly LookUp[]) => findByTokens(pool, kind, lookUps), TOGETHER);
  return async (token, userId) => {
    const [row] = await cache.of(`${userId} ${token}`, () => ask({ token, userId }));
    return row;
  };
}

async function findByTokens(
  pool: Pool,
  kind: LinkKind,
  lookUps: readonly LookUp[],
): Promise<readonly (readonly LinkRow[])[]> {
  const rows = await select<LinkRow & { readonly wanted: bigint }>(
    pool,
    `SELECT w.wanted, q.*, s.name AS site_name, s.currency, s.configuration, s.is_active AS site_active, branded.brand, p.plan,
       EXISTS (SELECT 1 FROM read_models.site_staff t WHERE t.staff_id = q.site_id || ':' || w.user_id AND t.is_active) AS works_here,
       EXISTS (SELECT 1 FROM read_models.site_blocks b WHERE b.block_id = q.site_id || ':' || w.user_id AND b.is_blocked) AS blocked,
       EXISTS (SELECT 1 FROM read_models.scans c WHERE c.customer_id = w.user_id AND c.qr_id = q.qr_id
               AND c.period = q.period AND c.redeemed_at IS NOT NULL) AS redeemed
     FROM unnest(${anyLength('$1::text[]')}, ${anyLength('$2::text[]')}) WITH ORDINALITY AS w(token, user_id, wanted)
     JOIN read_models.qrs q ON q.${kind}_token = w.token JOIN read_models.sites s ON s.site_id = q.site_id
     LEFT JOIN read_models.site_brands branded ON branded.site_id = q.site_id
     LEFT JOIN read_models.plans p ON p.tenant_id = q.tenant_id`,
    [lookUps.map(({ token }) => token), lookUps.map(({ userId }) => userId)],
    `link-${kind}`,
  );
  return byQuestion(rows, lookUps);
}

/** Whether a link of this kind had the token before. */
async function wasReplaced(pool: Pool, kind: LinkKind, token: string): Promise<boolean> {
  const replaced = 'SELECT FROM read_models.replaced_links WHERE token = :token AND link = :kind';
  return (await select(pool, replaced, { token, kind })).length > 0;
}

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
