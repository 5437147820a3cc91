import { isoTime } from '@perktree/contracts/kernel/common';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { type NotificationKind, notificationCalls } from '@perktree/contracts/notification/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { cutPage, pageOf } from '../engine/page.ts';
import { configurationOf } from '../site/configuration-of.ts';
import { newestNotifications, readsAsOwner } from './query.ts';

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
    const shown = cutPage(reply, page, rows, (row) => [row.at, row.notification_id] as const);
    // Distributors do not see who has claimed what they split off.
    const people = readsAsOwner(session) ? shown.flatMap(({ person_id }) => person_id ?? []) : [];
    const names = await accounts.displayNames([...new Set(people)]);
    return {
      answer: shown.map((row) => ({
        id: row.notification_id,
        kind: row.kind as NotificationKind,
        at: row.at,
        siteId: row.site_id,
        siteName: row.site_name,
        timeZone: configurationOf(row.configuration).timeZone,
        qrId: row.qr_id,
        qrName: row.qr_name,
        personName: names.get(row.person_id ?? '') ?? null,
        count: row.count,
        amount:
          row.amount_minor === null || row.currency === null
            ? null
            : fromMinor(row.amount_minor, row.currency as Currency),
        currency: row.currency as Currency | null,
        expiresAtUtc: row.expires_at,
        isRead: readUntil !== null && row.at <= readUntil,
      })),
    };
  });
}
