import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import type { Currency } from '@perktree/contracts/kernel/money';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import { DELETED_USER } from '@perktree/contracts/kernel/person-name';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { benefitOfRow } from '@perktree/contracts/qr/benefit-row';
import { benefitDisplay } from '@perktree/contracts/qr/shown-benefit';
import type { Session } from '@perktree/platform/http/session';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from '../engine/deps.ts';

/** A QR with other figures that its answer needs: its site's currency, and the percent that its children leave. */
export type QrRow = ReadModelRow<'qrs'> & {
  readonly currency: string;
  /** How many children it has, and the sum of their percents in basis points. */
  readonly children: readonly [count: number, givenBp: number];
  /** Of its site, for a campaign without a choice of its own. */
  readonly site_renewal: QrAnswer['renewalPolicy'];
  readonly owner_blocked: boolean;
  readonly maker_blocked: boolean;
};

/** A look-up for each row: `EXISTS` may read the blocks of all sites instead. */
const isBlockedSql = (person: string) =>
  `coalesce((SELECT b.is_blocked FROM read_models.site_blocks b WHERE b.block_id = q.site_id || ':' || ${person}), false)`;

/** Select list for a QrRow, from `read_models.qrs q JOIN read_models.sites s`. */
export const QR_COLUMNS = `q.*, s.currency, (SELECT ARRAY[count(*), coalesce(sum(c.commission_bp), 0)]::integer[]
  FROM read_models.qrs c WHERE c.parent_qr_id = q.qr_id) AS children,
  s.configuration::json ->> 'renewalPolicy' AS site_renewal,
  ${isBlockedSql('q.owner_id')} AS owner_blocked, ${isBlockedSql('q.created_by')} AS maker_blocked`;

/**
 * `WITH RECURSIVE mine AS (…)`: the QRs that a distributor has claimed, all their descendants, and the distributor's own
 * unclaimed roots. The user id is in a parameter such as `:scope`.
 */
export function mineSql(userId: string): string {
  return `mine AS (
    SELECT qr_id FROM read_models.qrs WHERE owner_id = ${userId} OR ${ownRootSql('', userId)}
    UNION
    SELECT c.qr_id FROM mine JOIN read_models.qrs c ON c.parent_qr_id = mine.qr_id)`;
}

/** An unclaimed root that the distributor made: it may wait for approval. */
export const ownRootSql = (alias: '' | 'q.' | 'p.', userId: string) =>
  `(${alias}created_by = ${userId} AND ${alias}owner_id IS NULL AND ${alias}parent_qr_id IS NULL)`;

export interface QrView {
  /** ISO 8601 UTC with milliseconds, as rows have their times. */
  readonly now: string;
  /** Whether the caller may see the internal name: the site's owner alone. */
  readonly asOwner: boolean;
  /** The caller. */
  readonly userId: string;
  /** Names of owners and creators of QRs that the caller may see. */
  readonly names?: ReadonlyMap<string, string>;
  /** By root: the policy chosen for the campaign. */
  readonly renewals?: ReadonlyMap<string, QrAnswer['renewalPolicy']>;
}

export type PeopleView = (session: Session, asOwner: boolean, rows: readonly QrRow[]) => Promise<QrView>;

/** Views of rows for a caller. Owners see who has claimed and made their QRs. */
export function createPeopleView(deps: Pick<QueryServiceDeps, 'accounts' | 'clock' | 'pool'>): PeopleView {
  const { accounts, clock, pool } = deps;
  return async ({ userId }, asOwner, rows) => {
    const people = new Set<string>();
    for (const { owner_id, created_by } of asOwner ? rows : []) {
      if (owner_id !== null) people.add(owner_id);
      if (created_by !== null) people.add(created_by);
    }
    const [names, renewals] = await Promise.all([accounts.displayNames([...people]), renewalsOf(pool, rows)]);
    return { now: clock().toISOString(), asOwner, userId, names, renewals };
  };
}

/** Read once for each root: a look-up for each row would read the same root again and again. */
async function renewalsOf(pool: Pool, rows: readonly QrRow[]): Promise<NonNullable<QrView['renewals']>> {
  const roots = new Map(rows.filter((row) => row.parent_qr_id === null).map((row) => [row.qr_id, row]));
  const others = [...new Set(rows.map((row) => row.root_qr_id))].filter((id) => !roots.has(id));
  const found =
    others.length === 0
      ? []
      : await select<Pick<QrRow, 'qr_id' | 'renewal_policy'>>(
          pool,
          'SELECT qr_id, renewal_policy FROM read_models.qrs WHERE qr_id = ANY($1)',
          [others],
          'renewals',
        );
  return new Map(
    [...roots.values(), ...found].flatMap(({ qr_id, renewal_policy }) =>
      renewal_policy === null ? [] : [[qr_id, renewal_policy as QrAnswer['renewalPolicy']]],
    ),
  );
}

/** One literal without spreads: that is built and serialised in a third of the time. */
export function qrAnswerOf(row: QrRow, { now, asOwner, userId, names, renewals }: QrView): QrAnswer {
  const person = (id: string | null, isBlocked: boolean) =>
    id === null || !asOwner ? null : { id, name: names?.get(id) ?? DELETED_USER, isBlocked };
  const benefit = benefitOfRow(row);
  return {
    id: row.qr_id,
    siteId: row.site_id,
    name: row.name,
    internalName: asOwner ? row.internal_name : null,
    type: benefit.type,
    discountPercent: benefit.discountPercent,
    discountFixedAmount: benefit.discountFixedAmount,
    textReward: benefit.textReward,
    benefitDisplay: benefitDisplay(benefit, row.currency as Currency),
    commissionPercent: fromBasisPoints(row.commission_bp),
    availableCommission: (row.commission_bp - row.children[1]) / 100,
    maxRedemptions: row.max_redemptions,
    externalUrl: row.external_url,
    parentQrId: row.parent_qr_id,
    depth: row.depth,
    currency: row.currency as Currency,
    isClaimed: row.owner_id !== null,
    isMine: row.owner_id === userId,
    claimedBy: person(row.owner_id, row.owner_blocked),
    createdBy: person(row.created_by, row.maker_blocked),
    approval: row.approval as QrAnswer['approval'],
    isActive: row.is_active,
    issuePeriod: row.period,
    expiresAtUtc: row.expires_at,
    renewalPolicy: renewals?.get(row.root_qr_id) ?? row.site_renewal,
    periodRedemptions: row.period_redemptions,
    isExpired: isRowExpired(row, now),
    isMaxedOut: isMaxedOut(row),
    totalScans: row.total_scans,
    totalRedemptions: row.total_redemptions,
    createdAt: row.created_at,
  };
}

/** A period is over at the instant of its end. */
export function isRowExpired(row: { readonly expires_at: string }, now: string): boolean {
  return row.expires_at <= now;
}

/** Full: the redemptions of this period have reached the maximum. */
export function isMaxedOut(row: Pick<QrRow, 'max_redemptions' | 'period_redemptions'>): boolean {
  return row.max_redemptions !== null && row.period_redemptions >= row.max_redemptions;
}

/** SQL of the text by which a search finds a benefit, in English and Spanish. @param table alias of a table with its columns */
export const benefitTextSql = (table: string): string => `concat_ws(E'\\n',
  trim_scale(${table}.discount_percent) || '% discount descuento off',
  trim_scale(${table}.discount_fixed_amount) || ' off descuento', ${table}.discount_fixed_amount, ${table}.text_reward)`;
