import { type EventType, isEventType } from '@perktree/contracts/events/catalogue';
import { payoutEvents } from '@perktree/contracts/events/payout';
import { type StreamCategory, streams } from '@perktree/contracts/streams';
import type { StoredEvent } from '@perktree/event-store/port';
import type { Findings } from './finding.ts';

/** Streams whose events all pass by: those of scans and codes are as many as visitors, and no money depends on them. */
const FOLLOWED: readonly StreamCategory[] = ['commissionTree', 'redemptions', 'payouts'];

/** Events of a stream are numbered from 0 without gaps, and stand in the stream of what they are about. */
export class StreamOrder {
  private readonly next = new Map<string, number>();

  check({ stream, revision, type, data }: StoredEvent, findings: Findings): void {
    const belongs = isEventType(type) ? streamOf(type, data as Ids) : null;
    if (belongs !== null) findings.equal('stream', belongs, stream);
    if (!FOLLOWED.some((category) => stream.startsWith(`${category}-`))) return;
    findings.equal('revision in the stream', this.next.get(stream) ?? 0, revision);
    this.next.set(stream, revision + 1);
  }
}

const SITE_EVENTS: readonly EventType[] = [
  ...(['SiteCreated', 'SiteConfigured', 'DistributorBlocked', 'DistributorUnblocked'] as const),
];
const REDEMPTION_EVENTS: readonly EventType[] = ['BenefitRedeemed', 'RedemptionConfirmed', 'RedemptionReversed'];

type Ids = { readonly [Name in 'siteId' | 'rootQrId' | 'qrId' | 'distributorId' | 'tenantId' | 'payoutId']?: string };

/** Where an event belongs by its own data; null: anywhere. */
function streamOf(type: EventType, ids: Ids): string | null {
  const { siteId = '', rootQrId = '', qrId = '', distributorId = '', tenantId = '' } = ids ?? {};
  if (REDEMPTION_EVENTS.includes(type)) return streams.redemptions(qrId);
  if (Object.hasOwn(payoutEvents, type)) return streams.payouts(siteId, distributorId);
  if (type === 'PlanChanged' || type.startsWith('Subscription')) return streams.subscription(tenantId);
  if (SITE_EVENTS.includes(type)) return streams.site(siteId);
  return streams.commissionTree(rootQrId);
}
