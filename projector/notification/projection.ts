import type { Actor } from '@perktree/contracts/kernel/envelope';
import { type Currency, toMinor } from '@perktree/contracts/kernel/money';
import type { NotificationKind } from '@perktree/contracts/notification/calls';
import { canonicalTime, defineProjection, type Moment } from '../engine/live/projection.ts';
import { BY_POSITION, type RowOf, readModelTable } from '../engine/tables/read-model-table.ts';

/** What happened to a business, for its owner or for one other person. */
const notificationsTable = readModelTable({
  name: 'notifications',
  key: 'notification_id',
  columns: {
    /** The event's position and the reader, or what events of a day have in common. */
    notification_id: 'text',
    tenant_id: 'uuid',
    site_id: 'uuid',
    /** Null: for the owner of the business. What is about a QR is also for the distributors that it concerns. */
    user_id: 'text?',
    /** NOTIFICATION_KINDS. */
    kind: 'text',
    /** Of the last of its events. */
    at: 'timestamp',
    qr_id: 'uuid?',
    /** The distributor or member of staff that it is about. */
    person_id: 'text?',
    /** Events of a day that are one notification. */
    count: 'integer',
    /** Their sum. */
    amount_minor: 'bigint?',
    currency: 'text?',
    /** The issue period that ends, and when. */
    period: 'integer?',
    expires_at: 'timestamp?',
  },
  indexes: [
    { name: 'owner', on: 'tenant_id, at DESC, notification_id DESC', where: 'user_id IS NULL' },
    { name: 'person', on: 'user_id, at DESC, notification_id DESC', where: 'user_id IS NOT NULL' },
    { name: 'qr', on: 'qr_id', where: 'qr_id IS NOT NULL' },
    BY_POSITION,
  ],
  asynchronous: true,
});

type Row = RowOf<typeof notificationsTable>;
type Place = Pick<Row, 'tenant_id' | 'site_id'>;
interface OfSite {
  readonly siteId: string;
  readonly tenantId: string;
}
interface OfPayout extends OfSite {
  readonly distributorId: string;
  readonly currency: Currency;
  readonly amount?: string;
}

const placeOf = ({ siteId, tenantId }: OfSite): Place => ({ tenant_id: tenantId, site_id: siteId });

function notification(kind: NotificationKind, key: string, { at }: Moment, row: Place & Partial<Row>): Row {
  return {
    notification_id: key,
    kind,
    at,
    user_id: null,
    qr_id: null,
    person_id: null,
    count: 1,
    amount_minor: null,
    currency: null,
    period: null,
    expires_at: null,
    ...row,
  };
}

/** Owners need no notification of what they did themselves. */
const isByOwner = ({ role }: Actor) => role === 'site_owner';
const ownerKey = ({ position }: Moment) => `${position}`;
const ownerKeys = (moment: Moment) => (isByOwner(moment.actor) ? [] : [ownerKey(moment)]);
const personKey = ({ position }: Moment) => `${position}:person`;

/** For the owner of the business, unless they did it. */
function forOwner<D extends OfSite>(kind: NotificationKind, rowOf: (data: D, moment: Moment) => Partial<Row>) {
  return {
    createsRows: true,
    keys: (_data: D, moment: Moment) => ownerKeys(moment),
    evolve: (_row: unknown, data: D, moment: Moment, key: string) =>
      notification(kind, key, moment, { ...placeOf(data), ...rowOf(data, moment) }),
  } as const;
}

const amountOf = ({ amount, currency }: OfPayout) => ({
  currency,
  amount_minor: amount === undefined ? null : toMinor(amount, currency),
});

/** Payouts of a site and a day are one notification of the owner: a month may pay hundreds of distributors. */
function ofDay(kind: NotificationKind, row: Row | null, data: OfPayout, moment: Moment, key: string): Row {
  const { amount_minor, currency } = amountOf(data);
  if (row === null) return notification(kind, key, moment, { ...placeOf(data), currency, amount_minor });
  const sum = (row.amount_minor ?? 0n) + (amount_minor ?? 0n);
  return { ...row, at: moment.at, count: row.count + 1, amount_minor: sum };
}
const dayKey = (kind: NotificationKind, { siteId, currency }: OfPayout, { at }: Moment) =>
  `${kind}:${siteId}:${currency}:${at.slice(0, 10)}`;

/** For the distributor whom a payout is for. */
const toDistributor = (kind: NotificationKind, data: OfPayout, moment: Moment, key: string) =>
  notification(kind, key, moment, { ...placeOf(data), ...amountOf(data), user_id: data.distributorId });

/** A payout did not reach the distributor: for both sides. */
const notReached = (kind: 'payout_failed' | 'payout_returned') =>
  ({
    createsRows: true,
    keys: (_data: OfPayout, moment: Moment) => [...ownerKeys(moment), personKey(moment)],
    evolve: (_row: unknown, data: OfPayout, moment: Moment, key: string) =>
      key === personKey(moment)
        ? toDistributor(kind, data, moment, key)
        : notification(kind, key, moment, { ...placeOf(data), ...amountOf(data), person_id: data.distributorId }),
  }) as const;

export const notifications = defineProjection({
  table: notificationsTable,
  version: 1,
  on: {
    RootQrCreated: {
      createsRows: true,
      keys: ({ approval }, moment) => (approval === 'waiting' ? [ownerKey(moment)] : []),
      evolve: (_row, data, moment, key) =>
        notification('qr_waiting', key, moment, { ...placeOf(data), qr_id: data.qrId, person_id: moment.actor.id }),
    },
    QrClaimed: forOwner('qr_claimed', ({ qrId, distributorId }) => ({ qr_id: qrId, person_id: distributorId })),
    RedemptionLimitReached: {
      createsRows: true,
      // Also after a redemption by the owner: its QR takes no more customers.
      keys: (_data, moment) => [ownerKey(moment)],
      evolve: (_row, data, moment, key) =>
        notification('qr_full', key, moment, { ...placeOf(data), qr_id: data.qrId, count: data.limit }),
    },
    ExpiryWarned: {
      createsRows: true,
      keys: ({ qrs }, { position }) => qrs.map(({ qrId }) => `${position}:${qrId}`),
      evolve(_row, data, moment, key) {
        const qr = data.qrs.find(({ qrId }) => key.endsWith(qrId));
        if (qr === undefined) return null;
        return notification('qr_expiring', key, moment, {
          ...placeOf(data),
          qr_id: qr.qrId,
          period: qr.period,
          expires_at: canonicalTime(qr.expiresAt),
        });
      },
    },
    PayoutGenerated: {
      keys: (data, moment) =>
        data.settlement === 'by_hand' && !isByOwner(moment.actor) ? [dayKey('payout_due', data, moment)] : [],
      evolve: (row, data, moment, key) => ofDay('payout_due', row, data, moment, key),
    },
    PayoutPaid: {
      keys: (data, moment) => [
        ...(isByOwner(moment.actor) ? [] : [dayKey('payout_paid', data, moment)]),
        personKey(moment),
      ],
      evolve: (row, data, moment, key) =>
        key === personKey(moment)
          ? toDistributor('payout_paid', data, moment, key)
          : ofDay('payout_paid', row, data, moment, key),
    },
    PayoutFailed: notReached('payout_failed'),
    PayoutReturned: notReached('payout_returned'),
    StaffJoined: forOwner('staff_joined', ({ userId }) => ({ person_id: userId })),
  },
});
