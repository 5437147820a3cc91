import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';

/** What happened to a business, for its owner or for one other person. */
export const notificationsTable = readModelTable({
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
