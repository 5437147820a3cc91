import type { NewQr } from '@perktree/contracts/qr/events';
import type { WebhookType } from '@perktree/contracts/webhook/endpoints';
import type { WebhookData } from '@perktree/contracts/webhook/messages';
import { defineProjection, type Moment } from '../engine/live/projection.ts';
import { readModelTable } from '../engine/tables/read-model-table.ts';

/** Messages that webhooks send (contracts/webhook/messages.ts): one message for each event of a published type. */
const webhookMessagesTable = readModelTable({
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

interface Place {
  readonly siteId: string;
  readonly tenantId: string;
}

/** An event type is published as messages of a type. */
function publishedAs<T extends WebhookType, D extends Place>(type: T, messageOf: (data: D) => WebhookData<T>) {
  return {
    createsRows: true,
    keys: (_data: D, { position }: Moment) => [`${position}`],
    evolve: (_row: unknown, data: D, { at }: Moment, key: string) => ({
      message_id: key,
      tenant_id: data.tenantId,
      site_id: data.siteId,
      type,
      at,
      data: JSON.stringify(messageOf(data)),
    }),
  } as const;
}

interface QrPlace extends Place {
  readonly rootQrId: string;
  readonly qrId: string;
}
/** Some fields of an event, as they are. */
const only =
  <Name extends string>(...names: readonly Name[]) =>
  <Data extends Readonly<Record<Name, unknown>>>(data: Data) =>
    Object.fromEntries(names.map((name) => [name, data[name]])) as Pick<Data, Name>;
const ofPayout = only('siteId', 'payoutId', 'distributorId', 'currency', 'amount');

const qrOf = ({ siteId, rootQrId, qrId }: QrPlace) => ({ siteId, rootQrId, qrId });

function created({ siteId, rootQrId }: QrPlace, parentQrId: string | null, qrs: readonly NewQr[]) {
  const listed = qrs.map(({ qrId, terms: { name }, expiresAt }) => ({ qrId, name, expiresAt }));
  return { siteId, rootQrId, parentQrId, qrs: listed };
}

export const webhookMessages = defineProjection({
  table: webhookMessagesTable,
  version: 2,
  on: {
    QrScanned: publishedAs('scan.created', (data) => {
      const { scanId, qrName, benefit, customerId, expiresAt } = data;
      return { ...qrOf(data), scanId, qrName, benefit, anonymous: customerId === null, expiresAt };
    }),
    BenefitRedeemed: publishedAs('redemption.created', (data) => {
      const { siteId, redemptionId, qrId, scanId, qrName, benefit, saleAmount, currency, pool, reference } = data;
      return {
        siteId,
        redemptionId,
        qrId,
        scanId,
        qrName,
        benefit,
        saleAmount,
        currency,
        reference,
        commission: pool,
        awaitsConfirmation: data.awaitsConfirmation !== null,
      };
    }),
    RedemptionConfirmed: publishedAs('redemption.confirmed', (data) => {
      const { siteId, redemptionId, qrId, scanId, saleAmount, currency, pool, reference } = data;
      return { siteId, redemptionId, qrId, scanId, saleAmount, currency, commission: pool, reference };
    }),
    RedemptionReversed: publishedAs(
      'redemption.reversed',
      only('siteId', 'redemptionId', 'qrId', 'reversalId', 'amount', 'currency', 'whole'),
    ),
    RootQrCreated: publishedAs('qr.created', (data) => created(data, null, [data.qr])),
    QrSplit: publishedAs('qr.created', (data) => created(data, data.qrId, data.children)),
    SiblingQrCreated: publishedAs('qr.created', (data) => created(data, data.parentQrId, [data.qr])),
    QrClaimed: publishedAs('qr.claimed', (data) => ({ ...qrOf(data), distributorId: data.distributorId })),
    QrDeactivated: publishedAs('qr.deactivated', qrOf),
    ExpiryWarned: publishedAs('qr.expiring', only('siteId', 'qrs')),
    PayoutGenerated: publishedAs('payout.generated', (data) => ({ ...ofPayout(data), settlement: data.settlement })),
    PayoutPaid: publishedAs('payout.paid', ofPayout),
    PayoutFailed: publishedAs('payout.failed', only('siteId', 'payoutId', 'distributorId', 'currency', 'reason')),
    PayoutReturned: publishedAs('payout.returned', ofPayout),
    DistributorBlocked: publishedAs('distributor.blocked', only('siteId', 'distributorId')),
  },
});
