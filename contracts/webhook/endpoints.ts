/** The types of webhook messages. They are apart from their schemas, which screens do not need. */
export const WEBHOOK_TYPES = [
  'scan.created',
  'redemption.created',
  'redemption.confirmed',
  'redemption.reversed',
  'qr.created',
  'qr.claimed',
  'qr.deactivated',
  'qr.expiring',
  'payout.generated',
  'payout.paid',
  'payout.failed',
  'payout.returned',
  'distributor.blocked',
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** What an endpoint subscribes to: types of messages, or all types, also later ones. */
export const SUBSCRIPTIONS = ['*', ...WEBHOOK_TYPES] as const;
export type EndpointSubscription = (typeof SUBSCRIPTIONS)[number];

/** Endpoints of a business that exist at the same time. */
export const MAX_ENDPOINTS = 20;
/** How long the secret before a rotation still signs, in hours. */
export const SECRET_OVERLAP_HOURS = 24;
/** Why the product has disabled an endpoint. `gone`: it answered 410. `failing`: deliveries failed for three days. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Begins every secret (Standard Webhooks). */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';
/** Of the key with which receivers verify `v1a` signatures. */
export const WEBHOOK_PUBLIC_KEY_PREFIX = 'whpk_';
/** The type of the message that a test sends. Its data is `{}`, its position the last one of the endpoint. */
export const TEST_TYPE = 'webhook.test';
/** How long deliveries stay in the log, in days. */
export const DELIVERY_LOG_DAYS = 30;
/** How much of an answer's body the log keeps, in bytes. */
export const LOGGED_ANSWER_BYTES = 1024;
