import { readModelTable } from '../engine/tables/read-model-table.ts';

/** Messages that webhooks send (contracts/webhook/messages.ts): one message for each event of a published type. */
export const webhookMessagesTable = readModelTable({
  name: 'webhook_messages',
  key: 'message_id',
  columns: {
    /** The event's position, in decimal. */
    message_id: 'text',
    tenant_id: 'uuid',
    site_id: 'uuid',
    type: 'text',
    at: 'timestamp',
    /** JSON. */
    data: 'text',
  },
  indexes: [
    { name: 'tenant', on: 'tenant_id, position' },
    { name: 'tenant_at', on: 'tenant_id, at' },
  ],
  asynchronous: true,
});
