import { createHash } from 'node:crypto';
import { apiKeyEvents } from '@perktree/contracts/api-key/events';
import { approvalEvents } from '@perktree/contracts/approval/events';
import { auditorEvents } from '@perktree/contracts/auditor/events';
import { type AnyEvent, type EventType, eventSchemas, isEventType } from '@perktree/contracts/catalogue/events';
import { categoryOf, type StreamCategory, streams } from '@perktree/contracts/catalogue/streams';
import { disputeEvents } from '@perktree/contracts/dispute/events';
import { payoutEvents } from '@perktree/contracts/payout/events';
import { payoutFundingEvents } from '@perktree/contracts/payout/funding-events';
import { payeeEvents } from '@perktree/contracts/payout/payee-events';
import { commissionTreeEvents } from '@perktree/contracts/qr/events';
import { redemptionEvents } from '@perktree/contracts/redemption/events';
import { siteEvents } from '@perktree/contracts/site/events';
import { subscriptionEvents } from '@perktree/contracts/subscription/events';
import { viewAsEvents } from '@perktree/contracts/support/view-as-events';
import { webhookEndpointEvents } from '@perktree/contracts/webhook/events';
import type { StoredEvent } from '@perktree/event-store/port';
import type { Findings } from './finding.ts';

/** Streams of one event each, as many as visitors: their revisions need no memory. */
const OF_ONE_EVENT: readonly StreamCategory[] = ['scan', 'tillReference'];
/** As many as visitors, too; a code is reserved again after its scan has expired. */
const NOT_FOLLOWED: StreamCategory = 'redemptionCode';

/** Events of a stream are numbered from 0 without gaps, and stand in the stream of what they are about. */
export class StreamOrder {
  private readonly next = new Map<string, number>();

  check({ stream, revision, type, data }: StoredEvent, findings: Findings): void {
    if (isEventType(type)) findings.equal('stream', streamOf(type, data), stream);
    const category = categoryOf(stream) as StreamCategory;
    if (category === NOT_FOLLOWED) return;
    findings.equal('revision in the stream', this.next.get(stream) ?? 0, revision);
    if (!OF_ONE_EVENT.includes(category)) this.next.set(stream, revision + 1);
  }
}

type Ids = Readonly<
  Record<'siteId' | 'rootQrId' | 'qrId' | 'distributorId' | 'tenantId' | 'redemptionId', string> &
    Record<'scanId' | 'code' | 'staffId' | 'userId' | 'reference', string>
>;

/** By the schemas of the streams' events, where a stream has several types. */
const BY_GROUP: readonly (readonly [object, (ids: Ids) => string])[] = [
  [redemptionEvents, ({ qrId }) => streams.redemptions(qrId)],
  [commissionTreeEvents, ({ rootQrId }) => streams.commissionTree(rootQrId)],
  [siteEvents, ({ siteId }) => streams.site(siteId)],
  [payoutEvents, ({ siteId, distributorId }) => streams.payouts(siteId, distributorId)],
  [subscriptionEvents, ({ tenantId }) => streams.subscription(tenantId)],
  [approvalEvents, ({ siteId }) => streams.approvals(siteId)],
  [payeeEvents, ({ userId }) => streams.payee(userId)],
  [payoutFundingEvents, ({ tenantId }) => streams.payoutFunding(tenantId)],
  [disputeEvents, ({ redemptionId }) => streams.dispute(redemptionId)],
  [apiKeyEvents, ({ tenantId }) => streams.apiKeys(tenantId)],
  [webhookEndpointEvents, ({ tenantId }) => streams.webhookEndpoints(tenantId)],
  [auditorEvents, ({ tenantId }) => streams.auditors(tenantId || null)],
  [viewAsEvents, ({ userId }) => streams.viewAs(userId)],
];

const BY_TYPE: { readonly [Type in AnyEvent['type']]?: (ids: Ids) => string } = {
  QrScanned: ({ scanId }) => streams.scan(scanId),
  RedemptionCodeReserved: ({ siteId, code }) => streams.redemptionCode(siteId, code),
  RedemptionCodeMissed: ({ siteId, staffId }) => streams.staffCodes(siteId, staffId),
  TillReferenceUsed: ({ siteId, reference }) =>
    streams.tillReference(siteId, createHash('sha256').update(`${reference}`).digest('hex')),
  RedemptionLimitReached: ({ qrId }) => streams.limitReached(qrId),
  ExpiryWarned: ({ siteId }) => streams.expiryWarnings(siteId),
};

const NAMES = new Map(
  (Object.keys(eventSchemas) as EventType[]).map((type) => [
    type,
    BY_TYPE[type] ?? BY_GROUP.find(([group]) => Object.hasOwn(group, type))?.[1],
  ]),
);

/** Where an event belongs by its own data. */
const streamOf = (type: EventType, data: unknown): string => NAMES.get(type)?.((data ?? {}) as Ids) ?? '';
