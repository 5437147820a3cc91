import { createHash } from 'node:crypto';
import { apiKeyEvents } from '@perktree/contracts/api-key/events';
import { approvalEvents } from '@perktree/contracts/approval/events';
import { auditorEvents } from '@perktree/contracts/auditor/events';
import {
  categoryOf,
  type EventType,
  isEventType,
  type StreamCategory,
  streams,
} from '@perktree/contracts/catalogue/events';
import { disputeEvents } from '@perktree/contracts/dispute/events';
import { flagEvents } from '@perktree/contracts/flag/events';
import { payeeEvents, payoutEvents, payoutFundingEvents } from '@perktree/contracts/payout/events';
import { commissionTreeEvents, expiryWarningEvents } from '@perktree/contracts/qr/events';
import { limitReachedEvents, redemptionEvents, tillReferenceEvents } from '@perktree/contracts/redemption/events';
import { redemptionCodeEvents, scanEvents, staffCodeEvents } from '@perktree/contracts/scan/events';
import { siteEvents } from '@perktree/contracts/site/events';
import { subscriptionEvents } from '@perktree/contracts/subscription/events';
import { viewAsEvents } from '@perktree/contracts/support/view-as-events';
import { webhookEndpointEvents } from '@perktree/contracts/webhook/events';
import type { StoredEvent } from '@perktree/event-store/port';
import type { Findings } from './finding.ts';

/** The checker that replays the events of a group; those of `scan` and `approval` see every event. */
type Checker = 'approval' | 'site' | 'scan' | 'standing' | 'payout' | 'tree' | 'redemption';

type Ids = Readonly<
  Record<'siteId' | 'rootQrId' | 'qrId' | 'distributorId' | 'tenantId' | 'redemptionId', string> &
    Record<'scanId' | 'code' | 'staffId' | 'userId' | 'reference' | 'flagId', string>
>;

interface Group {
  readonly checker: Checker;
  readonly streamOf: (ids: Ids) => string;
}

const each = <Schemas extends object>(schemas: Schemas, checker: Checker, streamOf: Group['streamOf']) =>
  Object.fromEntries(Object.keys(schemas).map((type) => [type, { checker, streamOf }])) as Record<keyof Schemas, Group>;

const referenceHash = (reference: string) => createHash('sha256').update(`${reference}`).digest('hex');

/** Every type of the catalogue, so that a new group does not compile before its place in the audit is decided. */
const GROUPS: Readonly<Record<EventType, Group>> = {
  ...each(siteEvents, 'site', ({ siteId }) => streams.site(siteId)),
  ...each(apiKeyEvents, 'site', ({ tenantId }) => streams.apiKeys(tenantId)),
  ...each(commissionTreeEvents, 'tree', ({ rootQrId }) => streams.commissionTree(rootQrId)),
  ...each(scanEvents, 'scan', ({ scanId }) => streams.scan(scanId)),
  ...each(redemptionCodeEvents, 'scan', ({ siteId, code }) => streams.redemptionCode(siteId, code)),
  ...each(tillReferenceEvents, 'scan', ({ siteId, reference }) =>
    streams.tillReference(siteId, referenceHash(reference)),
  ),
  ...each(redemptionEvents, 'redemption', ({ qrId }) => streams.redemptions(qrId)),
  ...each(payoutEvents, 'payout', ({ siteId, distributorId }) => streams.payouts(siteId, distributorId)),
  ...each(approvalEvents, 'approval', ({ siteId }) => streams.approvals(siteId)),
  ...each(staffCodeEvents, 'standing', ({ siteId, staffId }) => streams.staffCodes(siteId, staffId)),
  ...each(limitReachedEvents, 'standing', ({ qrId }) => streams.limitReached(qrId)),
  ...each(expiryWarningEvents, 'standing', ({ siteId }) => streams.expiryWarnings(siteId)),
  ...each(payoutFundingEvents, 'standing', ({ tenantId }) => streams.payoutFunding(tenantId)),
  ...each(payeeEvents, 'standing', ({ userId }) => streams.payee(userId)),
  ...each(disputeEvents, 'standing', ({ redemptionId }) => streams.dispute(redemptionId)),
  ...each(flagEvents, 'standing', ({ flagId }) => streams.flag(flagId)),
  ...each(subscriptionEvents, 'standing', ({ tenantId }) => streams.subscription(tenantId)),
  ...each(viewAsEvents, 'standing', ({ userId }) => streams.viewAs(userId)),
  ...each(auditorEvents, 'standing', ({ tenantId }) => streams.auditors(tenantId || null)),
  ...each(webhookEndpointEvents, 'standing', ({ tenantId }) => streams.webhookEndpoints(tenantId)),
};

export const checkerOf = (type: EventType): Checker => GROUPS[type].checker;

/** The stream where an event belongs by its own data. */
const streamOf = (type: EventType, data: unknown): string => GROUPS[type].streamOf((data ?? {}) as Ids);

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
