import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import type { PlanId } from '@perktree/contracts/subscription/plans';
import { coalesced, isRefusedValue } from '@perktree/platform/coalesced';
import { anyLength } from '@perktree/platform/postgres/any-length';
import type { Pool } from 'pg';
import { KeptRows } from '../engine/kept-rows.ts';
import type { PositionFeed } from '../engine/position-feed.ts';
import { byQuestion, select } from '../engine/sql.ts';

export type LinkKind = 'customer' | 'distributor';

export type LinkRow = ReadModelRow<'qrs'> & {
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
const TOGETHER = { most: 50, underWay: 1, isOfOne: isRefusedValue };

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
export function createLinkLookup(pool: Pool, feed: PositionFeed, kind: LinkKind): FindLink {
  const kept = new KeptRows<LinkRow>(feed);
  const ask = coalesced((lookUps: readonly LookUp[]) => findByTokens(pool, kind, lookUps), TOGETHER);
  return async (token, userId) => {
    const [row] = await kept.of(`${userId} ${token}`, () => ask({ token, userId }));
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
export async function wasReplaced(pool: Pool, kind: LinkKind, token: string): Promise<boolean> {
  const replaced = 'SELECT FROM read_models.replaced_links WHERE token = :token AND link = :kind';
  return (await select(pool, replaced, { token, kind })).length > 0;
}
