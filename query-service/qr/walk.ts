import { anyLength } from '@perktree/platform/postgres/any-length';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';
import { z } from 'zod';
import { byQuestion } from '../engine/by-question.ts';
import { ownRootSql, QR_COLUMNS, type QrRow } from './qr-row.ts';

/** A QR in the order of the trees: each before its children. */
export type WalkedQr = QrRow & {
  /** 0 for the QRs at which the walk may begin. */
  readonly level: number;
};

/** The trees that a walk goes through. In its SQL, `$1` is `value`. */
export interface Forest {
  readonly value: string;
  /**
   * SELECT of the id and `made_order` of the newest top QR below a `made_order`; the newest child is first, too. Null: only the
   * cursor's tree, with children in the order in which they were made.
   */
  readonly nextTop: ((below: string) => string) | null;
  /** SQL condition on a QR `p`: whether a walk may continue at `p` or below. The highest such `p` is the top of the walk. */
  readonly isTop: string;
}

const MINE = `(p.owner_id = $1 OR ${ownRootSql('p.', '$1')})`;
const MINE_IS_ABOVE = `EXISTS (
  WITH RECURSIVE above AS (
    SELECT p.parent_qr_id, ${MINE} AS is_mine FROM read_models.qrs p WHERE p.qr_id = t.parent_qr_id
    UNION ALL
    SELECT p.parent_qr_id, ${MINE} FROM above JOIN read_models.qrs p ON p.qr_id = above.parent_qr_id)
  SELECT 1 FROM above WHERE is_mine)`;
const newest = (condition: string, below: string) => `
  SELECT t.qr_id, t.made_order FROM read_models.qrs t WHERE ${condition} AND t.made_order < ${below}
  ORDER BY t.made_order DESC LIMIT 1`;

/** The trees of a site, the newest first. */
export const forestOfSite = (siteId: string): Forest => ({
  value: siteId,
  nextTop: (below) => newest('t.site_id = $1::uuid AND t.parent_qr_id IS NULL', below),
  isTop: 'p.site_id = $1::uuid',
});

/** What a distributor has claimed or made, the newest first; a claim below another one is not a top. */
export const forestOfDistributor = (userId: string): Forest => ({
  value: userId,
  nextTop: (below) => `
    SELECT * FROM ((${newest(`t.owner_id = $1 AND NOT ${MINE_IS_ABOVE}`, below)})
      UNION ALL (${newest(`t.created_by = $1 AND t.owner_id IS NULL AND t.parent_qr_id IS NULL`, below)})) t
    ORDER BY made_order DESC LIMIT 1`,
  isTop: MINE,
});

export const treeOfQr = (qrId: string): Forest => ({ value: qrId, nextTop: null, isTop: 'p.qr_id = $1::uuid' });

interface Walk {
  readonly limit: number;
  /** The QR before the first one; null: from the start. */
  readonly after: string | null;
  /** How many levels are shown, except for `toggled`. */
  readonly levels: number;
  /** QRs that are closed within these levels, or opened below. */
  readonly toggled: readonly string[];
}

export const walkCursor = z.tuple([z.uuid()]);

/** More levels than a tree can have. */
const ALL_LEVELS = 99;
/** More than any `made_order`. */
const NEWEST = '9223372036854775807';
const last = 'walk.ids[cardinality(walk.ids)]';

/**
 * SQL of the QRs of a forest in the order of its trees, after any of its QRs. Each step takes a few index look-ups, so a page
 * costs the same at the end of a large forest as at its start. The values of the walk are SQL expressions.
 */
function walkSql(
  { nextTop, isTop }: Pick<Forest, 'nextTop' | 'isTop'>,
  { limit, after, levels, toggled }: Readonly<Record<keyof Walk, string>>,
): string {
  const [later, direction] = nextTop === null ? ['>', 'ASC'] : ['<', 'DESC'];
  const top = (below: string): string =>
    nextTop === null ? '' : `UNION ALL SELECT ARRAY[t.qr_id], ARRAY[t.made_order], 99 FROM (${nextTop(below)}) t`;
  return `WITH RECURSIVE above AS (
       SELECT p.qr_id, p.parent_qr_id, p.made_order, 0 AS height, ${isTop} AS is_top
       FROM read_models.qrs p WHERE p.qr_id = ${after}
       UNION ALL
       SELECT p.qr_id, p.parent_qr_id, p.made_order, above.height + 1, ${isTop}
       FROM above JOIN read_models.qrs p ON p.qr_id = above.parent_qr_id),
     walk AS (
       (SELECT 0 AS n, array_agg(qr_id ORDER BY height DESC) AS ids, array_agg(made_order ORDER BY height DESC) AS orders
        FROM above WHERE ${after} IS NOT NULL AND height <= (SELECT max(height) FROM above WHERE is_top) HAVING count(*) > 0
        UNION ALL SELECT 0, '{}', '{${NEWEST}}' WHERE ${after} IS NULL)
       UNION ALL
       SELECT walk.n + 1, next.ids, next.orders FROM walk CROSS JOIN LATERAL (
         SELECT * FROM (
           (SELECT walk.ids || c.qr_id AS ids, walk.orders || c.made_order AS orders, 0 AS up
            FROM read_models.qrs c
            WHERE c.parent_qr_id = ${last} AND (cardinality(walk.ids) < ${levels}) <> (${last} = ANY(${toggled}))
            ORDER BY c.made_order ${direction} LIMIT 1)
           UNION ALL
           (SELECT walk.ids[:i - 1] || s.qr_id, walk.orders[:i - 1] || s.made_order, cardinality(walk.ids) - i + 1
            FROM generate_series(cardinality(walk.ids), 2, -1) i CROSS JOIN LATERAL (
              SELECT c.qr_id, c.made_order FROM read_models.qrs c
              WHERE c.parent_qr_id = walk.ids[i - 1] AND c.made_order ${later} walk.orders[i]
              ORDER BY c.made_order ${direction} LIMIT 1) s
            ORDER BY i DESC LIMIT 1)
           ${top('walk.orders[1]')}) steps
         ORDER BY up LIMIT 1) next
       WHERE walk.n < ${limit})
     SELECT ${QR_COLUMNS}, cardinality(walk.ids) - 1 AS level, walk.n
     FROM walk CROSS JOIN LATERAL (SELECT * FROM read_models.qrs WHERE qr_id = ${last} LIMIT 1) q
       CROSS JOIN LATERAL (SELECT currency, configuration FROM read_models.sites WHERE site_id = q.site_id LIMIT 1) s
     WHERE walk.n > 0 ORDER BY walk.n`;
}

/** A page of a forest (`walkSql`). */
export function walk(
  pool: Pool,
  forest: Forest,
  { limit, after, levels, toggled }: Walk,
): Promise<readonly WalkedQr[]> {
  return select<WalkedQr>(
    pool,
    walkSql(forest, { after: '$2::uuid', limit: '$3::integer', levels: '$4::integer', toggled: '$5::uuid[]' }),
    [forest.value, after, limit, levels, toggled],
    `walk-${forest.nextTop === null ? 'tree' : forest.isTop === MINE ? 'own' : 'site'}`,
  );
}

/** The next descendants of a QR, in the order of its tree. */
export interface Descendants {
  readonly qrId: string;
  /** The QR before the first one: the QR itself, or one of its descendants. */
  readonly after: string;
  readonly limit: number;
}

const DESCENDANTS = walkSql(
  { nextTop: null, isTop: 'p.qr_id = w.qr_id' },
  { after: 'w.after', limit: 'w.max', levels: String(ALL_LEVELS), toggled: `'{}'::uuid[]` },
);

/** Descendants of several QRs, in one statement. @returns the rows of each, in the order of `wanted` */
export async function descendantsOf(
  pool: Pool,
  wanted: readonly Descendants[],
): Promise<readonly (readonly WalkedQr[])[]> {
  const rows = await select<WalkedQr & { readonly wanted: bigint }>(
    pool,
    `SELECT w.wanted, walked.*
     FROM unnest(${['$1::uuid[]', '$2::uuid[]', '$3::integer[]'].map(anyLength).join(', ')}) WITH ORDINALITY
       AS w(qr_id, after, max, wanted)
       CROSS JOIN LATERAL (${DESCENDANTS}) walked
     ORDER BY w.wanted, walked.n`,
    [wanted.map(({ qrId }) => qrId), wanted.map(({ after }) => after), wanted.map(({ limit }) => limit)],
    'descendants',
  );
  return byQuestion(rows, wanted);
}

/** The QRs between a QR and one above it, without both, from the top. */
export function ancestorsWithin(pool: Pool, qrId: string, topId: string): Promise<readonly QrRow[]> {
  return select<QrRow>(
    pool,
    `WITH RECURSIVE above AS (
       SELECT parent_qr_id AS qr_id FROM read_models.qrs WHERE qr_id = :qrId
       UNION ALL
       SELECT p.parent_qr_id FROM above JOIN read_models.qrs p ON p.qr_id = above.qr_id WHERE p.qr_id <> :topId)
     SELECT ${QR_COLUMNS} FROM above JOIN read_models.qrs q ON q.qr_id = above.qr_id
       JOIN read_models.sites s ON s.site_id = q.site_id
     WHERE q.qr_id <> :topId ORDER BY q.depth`,
    { qrId, topId },
  );
}

/** How many QRs are below a QR: deactivated ones, and all others. */
export async function countBelow(pool: Pool, qrId: string): Promise<{ active: number; inactive: number }> {
  const [counted] = await select<{ readonly active: bigint; readonly inactive: bigint }>(
    pool,
    `WITH RECURSIVE below AS (
       SELECT qr_id, is_active FROM read_models.qrs WHERE parent_qr_id = :qrId
       UNION ALL
       SELECT q.qr_id, q.is_active FROM below JOIN read_models.qrs q ON q.parent_qr_id = below.qr_id)
     SELECT count(*) FILTER (WHERE is_active) AS active, count(*) FILTER (WHERE NOT is_active) AS inactive FROM below`,
    { qrId },
  );
  return { active: Number(counted?.active ?? 0), inactive: Number(counted?.inactive ?? 0) };
}
