import type { z } from 'zod';
import { apiKeyEvents } from '../api-key/events.ts';
import { approvalEvents } from '../approval/events.ts';
import { auditorEvents } from '../auditor/events.ts';
import { disputeEvents } from '../dispute/events.ts';
import { flagEvents } from '../flag/events.ts';
import type { Fact, Recorded } from '../kernel/envelope.ts';
import { payeeEvents, payoutEvents, payoutFundingEvents } from '../payout/events.ts';
import { commissionTreeEvents, expiryWarningEvents } from '../qr/events.ts';
import { limitReachedEvents, redemptionEvents, tillReferenceEvents } from '../redemption/events.ts';
import { redemptionCodeEvents, scanEvents, staffCodeEvents } from '../scan/events.ts';
import { siteEvents } from '../site/events.ts';
import { subscriptionEvents } from '../subscription/events.ts';
import { viewAsEvents } from '../support/view-as-events.ts';
import { webhookEndpointEvents } from '../webhook/events.ts';

/** All persisted event types. Names never change; a changed shape gets a new version by an upcaster (upcasters.ts). */
export const eventSchemas = {
  ...siteEvents,
  ...commissionTreeEvents,
  ...scanEvents,
  ...redemptionCodeEvents,
  ...staffCodeEvents,
  ...redemptionEvents,
  ...tillReferenceEvents,
  ...limitReachedEvents,
  ...expiryWarningEvents,
  ...payoutEvents,
  ...payoutFundingEvents,
  ...payeeEvents,
  ...approvalEvents,
  ...disputeEvents,
  ...flagEvents,
  ...subscriptionEvents,
  ...viewAsEvents,
  ...auditorEvents,
  ...apiKeyEvents,
  ...webhookEndpointEvents,
};

type Schemas = typeof eventSchemas;
export type EventType = keyof Schemas;

/** The data of an event type, in its newest version. */
export type EventData<T extends EventType> = z.infer<Schemas[T]>;

/** An event of one of the given types. Distributes, so that `switch (event.type)` narrows the data. */
export type EventOf<T extends EventType> = T extends EventType ? Fact<T, EventData<T>> : never;
export type AnyEvent = EventOf<EventType>;
export type RecordedEvent<T extends EventType = EventType> = Recorded<EventOf<T>>;

export type SiteEvent = EventOf<keyof typeof siteEvents>;
export type CommissionTreeEvent = EventOf<keyof typeof commissionTreeEvents>;
export type ScanEvent = EventOf<keyof typeof scanEvents>;
export type RedemptionCodeEvent = EventOf<keyof typeof redemptionCodeEvents>;
export type StaffCodeEvent = EventOf<keyof typeof staffCodeEvents>;
export type RedemptionEvent = EventOf<keyof typeof redemptionEvents>;
export type TillReferenceEvent = EventOf<keyof typeof tillReferenceEvents>;
export type LimitReachedEvent = EventOf<keyof typeof limitReachedEvents>;
export type ExpiryWarningEvent = EventOf<keyof typeof expiryWarningEvents>;
export type PayoutEvent = EventOf<keyof typeof payoutEvents>;
export type PayoutFundingEvent = EventOf<keyof typeof payoutFundingEvents>;
export type PayeeEvent = EventOf<keyof typeof payeeEvents>;
export type ApprovalEvent = EventOf<keyof typeof approvalEvents>;
export type DisputeEvent = EventOf<keyof typeof disputeEvents>;
export type FlagEvent = EventOf<keyof typeof flagEvents>;
export type SubscriptionEvent = EventOf<keyof typeof subscriptionEvents>;
export type ViewAsEvent = EventOf<keyof typeof viewAsEvents>;
export type AuditorEvent = EventOf<keyof typeof auditorEvents>;
export type ApiKeyEvent = EventOf<keyof typeof apiKeyEvents>;
export type WebhookEndpointEvent = EventOf<keyof typeof webhookEndpointEvents>;

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventSchemas, type);
}

/**
 * Names of streams: category, dash, id. A category holds no dash, since EventStoreDB splits at the first one.
 * A stream holds the events that one decision needs.
 */
export const streams = {
  site: (siteId: string) => `site-${siteId}`,
  commissionTree: (rootQrId: string) => `commissionTree-${rootQrId}`,
  scan: (scanId: string) => `scan-${scanId}`,
  redemptionCode: (siteId: string, code: string) => `redemptionCode-${siteId}-${code}`,
  redemptions: (qrId: string) => `redemptions-${qrId}`,
  /** @param hash SHA-256 of the reference, hexadecimal: streams are in no table by letter case */
  tillReference: (siteId: string, hash: string) => `tillReference-${siteId}-${hash}`,
  limitReached: (qrId: string) => `limitReached-${qrId}`,
  staffCodes: (siteId: string, staffId: string) => `staffCodes-${siteId}-${staffId}`,
  payouts: (siteId: string, distributorId: string) => `payouts-${siteId}-${distributorId}`,
  payee: (userId: string) => `payee-${userId}`,
  approvals: (siteId: string) => `approvals-${siteId}`,
  payoutFunding: (tenantId: string) => `payoutFunding-${tenantId}`,
  expiryWarnings: (siteId: string) => `expiryWarnings-${siteId}`,
  dispute: (redemptionId: string) => `dispute-${redemptionId}`,
  flag: (flagId: string) => `flag-${flagId}`,
  viewAs: (userId: string) => `viewAs-${userId}`,
  /** @param tenantId null: the platform */
  auditors: (tenantId: string | null) => `auditors-${tenantId ?? 'platform'}`,
  apiKeys: (tenantId: string) => `apiKeys-${tenantId}`,
  webhookEndpoints: (tenantId: string) => `webhookEndpoints-${tenantId}`,
  subscription: (tenantId: string) => `subscription-${tenantId}`,
} as const;

export type StreamCategory = keyof typeof streams;

/** The category of a stream's name: the part before its first dash. */
export function categoryOf(stream: string): string {
  const dash = stream.indexOf('-');
  return dash < 0 ? stream : stream.slice(0, dash);
}
