import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { isoTime } from '@perktree/contracts/kernel/call';
import { fromMinor } from '@perktree/contracts/kernel/money';
import { type NotificationAnswer, notificationCalls } from '@perktree/contracts/notification/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { select } from '@perktree/platform/postgres/select';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { cutPage, type Page, pageOf } from '../engine/page.ts';
import { roleAmong } from '../engine/scope.ts';
import { configurationOf } from '../site/configuration-of.ts';

/** Under the names of the answer. */
type NotificationRow = Omit<NotificationAnswer, 'timeZone' | 'personName' | 'amount' | 'isRead'> &
  Pick<ReadModelRow<'notifications'>, 'person_id' | 'amount_minor'> & { readonly configuration: string };

const NEWEST_FIRST = 'ORDER BY n.at DESC, n.notification_id DESC LIMIT $2';

/** A warning holds while its issue period is the last one, and the QR is in use. */
const HOLDS = `(n.kind <> 'qr_expiring' OR EXISTS (
  SELECT FROM read_models.qrs q JOIN read_models.qrs r ON r.qr_id = q.root_qr_id
    JOIN read_models.sites s ON s.site_id = q.site_id
  WHERE q.qr_id = n.qr_id AND q.period = n.period AND q.is_active AND s.is_active
    AND coalesce(r.renewal_policy, s.configuration::json ->> 'renewalPolicy') = 'none'))`;

/** The newest of those that a condition finds. `$1` is the reader, `$3` and `$4` the end of the page before. */
const newest = (from: string, condition: string) => `(SELECT n.* FROM ${from} WHERE ${condition} AND ${HOLDS}
  AND ($3::timestamptz IS NULL OR (n.at, n.notification_id) < ($3::timestamptz, $4)) ${NEWEST_FIRST})`;

const OF_OWNER = newest('read_models.notifications n', 'n.tenant_id = $1::uuid AND n.user_id IS NULL');

/** Their payouts, limits and ends of their QRs, and claims by others of what they split off; nothing from before their own claim. */
const OF_DISTRIBUTOR = [
  newest('read_models.notifications n', 'n.user_id = $1'),
  newest(
    'read_models.qrs own JOIN read_models.notifications n ON n.qr_id = own.qr_id',
    `own.owner_id = $1 AND n.user_id IS NULL AND n.kind IN ('qr_full', 'qr_expiring') AND n.at >= own.claimed_at`,
  ),
  newest(
    `read_models.qrs own JOIN read_models.qrs child ON child.parent_qr_id = own.qr_id
       JOIN read_models.notifications n ON n.qr_id = child.qr_id`,
    `own.owner_id = $1 AND n.user_id IS NULL AND n.kind = 'qr_claimed'
       AND n.person_id <> $1 AND n.at >= own.claimed_at`,
  ),
].join(' UNION ALL ');

const readsAsOwner = (session: Session) => roleAmong(session, ['site_owner', 'distributor']) === 'site_owner';

/** The notifications of the caller's role, newest first. */
function newestNotifications(
  pool: Pool,
  session: Session,
  { after, limit }: Page<readonly [at: string, id: string]>,
): Promise<readonly NotificationRow[]> {
  const asOwner = readsAsOwner(session);
  return select<NotificationRow>(
    pool,
    `SELECT n.notification_id AS id, n.kind, n.at, n.site_id AS "siteId", s.name AS "siteName", s.configuration,
       n.qr_id AS "qrId", q.name AS "qrName", n.person_id, n.count, n.amount_minor, n.currency, n.expires_at AS "expiresAtUtc"
     FROM (SELECT n.* FROM (${asOwner ? OF_OWNER : OF_DISTRIBUTOR}) n ${NEWEST_FIRST}) n
       JOIN read_models.sites s ON s.site_id = n.site_id LEFT JOIN read_models.qrs q ON q.qr_id = n.qr_id
     ORDER BY n.at DESC, n.notification_id DESC`,
    [asOwner ? session.tenantId : session.userId, limit, after?.[0] ?? null, after?.[1] ?? null],
    asOwner ? 'notifications-of-owner' : 'notifications-of-distributor',
  );
}

/** As many as the bell shows at once. */
const USUAL = 50;

const cursor = z.tuple([isoTime, z.string().max(200)]);

export function mountNotifications(app: FastifyInstance, { pool, authenticate, accounts }: QueryServiceDeps): void {
  mountCall(app, authenticate, notificationCalls.notifications, async ({ session, query, reply }) => {
    const page = pageOf({ limit: USUAL, ...query }, cursor);
    const [rows, readUntil] = await Promise.all([
      newestNotifications(pool, session, { limit: page.limit + 1, after: page.after }),
      accounts.notificationsReadUntil(session.userId),
    ]);
    const shown = cutPage(reply, page, rows, (row) => [row.at, row.id] as const);
    // Distributors do not see who has claimed what they split off.
    const people = readsAsOwner(session) ? shown.flatMap(({ person_id }) => person_id ?? []) : [];
    const names = await accounts.displayNames([...new Set(people)]);
    return {
      answer: shown.map(({ person_id, amount_minor, configuration, ...row }) => ({
        ...row,
        timeZone: configurationOf(configuration).timeZone,
        personName: names.get(person_id ?? '') ?? null,
        amount: amount_minor === null || row.currency === null ? null : fromMinor(amount_minor, row.currency),
        isRead: readUntil !== null && row.at <= readUntil,
      })),
    };
  });
}
