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
