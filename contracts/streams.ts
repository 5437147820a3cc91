/**
 * Names of streams: category, dash, id. A category holds no dash, since EventStoreDB splits at the first one.
 * A stream is what one decision needs, no more.
 */
export const streams = {
  site: (siteId: string) => `site-${siteId}`,
  commissionTree: (rootQrId: string) => `commissionTree-${rootQrId}`,
  scan: (scanId: string) => `scan-${scanId}`,
  redemptionCode: (siteId: string, code: string) => `redemptionCode-${siteId}-${code}`,
  redemptions: (qrId: string) => `redemptions-${qrId}`,
  staffCodes: (siteId: string, staffId: string) => `staffCodes-${siteId}-${staffId}`,
  payouts: (siteId: string, distributorId: string) => `payouts-${siteId}-${distributorId}`,
  dispute: (redemptionId: string) => `dispute-${redemptionId}`,
  viewAs: (userId: string) => `viewAs-${userId}`,
  subscription: (tenantId: string) => `subscription-${tenantId}`,
} as const;

export type StreamCategory = keyof typeof streams;

/** The category of a stream's name: what stands before its first dash. */
export function categoryOf(stream: string): string {
  const dash = stream.indexOf('-');
  return dash < 0 ? stream : stream.slice(0, dash);
}
