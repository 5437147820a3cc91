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
