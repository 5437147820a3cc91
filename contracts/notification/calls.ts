import { z } from 'zod';
import { callsOf, isoTime, pageQuery } from '../kernel/call.ts';
import { currencySchema } from '../kernel/money.ts';

/** What the bell shows. Persisted in the read model. */
export const NOTIFICATION_KINDS = [
  ...(['qr_claimed', 'qr_waiting', 'qr_full', 'qr_expiring'] as const),
  ...(['payout_due', 'payout_paid', 'payout_failed', 'payout_returned'] as const),
  'staff_joined',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

const notificationAnswer = z.strictObject({
  id: z.string(),
  kind: z.enum(NOTIFICATION_KINDS),
  at: isoTime,
  siteId: z.uuid(),
  siteName: z.string(),
  /** Of the site: times are shown in it. */
  timeZone: z.string(),
  qrId: z.uuid().nullable(),
  qrName: z.string().nullable(),
  /** The distributor or member of staff that it is about; null where the caller may not know. */
  personName: z.string().nullable(),
  /** Payouts that are one notification; of `qr_full` the limit. */
  count: z.int(),
  /** Of all of them. */
  amount: z.string().nullable(),
  currency: currencySchema.nullable(),
  /** Of `qr_expiring`: when the QR ends. */
  expiresAtUtc: isoTime.nullable(),
  /** On any device. */
  isRead: z.boolean(),
});
export type NotificationAnswer = z.infer<typeof notificationAnswer>;

const call = callsOf('Dashboard');
const readers = ['site_owner', 'distributor'] as const;

export const notificationCalls = {
  notifications: call('GET', '/api/me/notifications', {
    summary:
      'What happened to my business, or to my QRs and payouts as a distributor, newest first; 50 without `limit`. Warnings of QRs that no longer end are left out',
    access: readers,
    query: pageQuery,
    answer: z.array(notificationAnswer),
  }),
  markNotificationsRead: call('PUT', '/api/me/notifications/read-until', {
    summary: 'Mark my notifications until a time as read. Never marks one as unread',
    access: readers,
    body: z.strictObject({ readUntil: isoTime }),
    answer: z.undefined(),
    status: 204,
  }),
} as const;
