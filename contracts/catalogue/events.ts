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
