import type { StoredEvent } from '@perktree/event-store/port';
import { type History, historyOf, must } from './history.ts';
import { checkPayouts } from './payouts.ts';
import { checkPlans } from './plans.ts';
import { checkRedemptions } from './redemptions.ts';
import { checkTrees } from './trees.ts';

/** Checks a tenant's events after a run, racing or not. @throws Violated */
export function checkInvariants(stored: readonly StoredEvent[]): void {
  const history = historyOf(stored);
  checkStreams(history);
  checkScans(history);
  const trees = checkTrees(history);
  checkRedemptions(history, trees);
  checkPayouts(history);
  checkPlans(history, trees);
}

/** Revisions start at 0 and have no gaps. */
function checkStreams(history: History): void {
  const next = new Map<string, number>();
  for (const { stream, revision } of history) {
    must(revision === (next.get(stream) ?? 0), () => `${stream} went from ${next.get(stream)} to ${revision}`);
    next.set(stream, revision + 1);
  }
}

/** One open scan of a customer, QR and period at a time; codes are unique among the open scans of a site. */
function checkScans(history: History): void {
  const redeemed = new Set<string>();
  const open = new Map<string, { readonly scanId: string; readonly until: number }>();
  for (const event of history) {
    if (event.type === 'BenefitRedeemed') redeemed.add(event.data.scanId);
    if (event.type !== 'QrScanned' || event.data.customerId === null) continue;
    const { scanId, siteId, qrId, period, customerId, redemptionCode, expiresAt } = event.data;
    for (const key of [`${customerId} at ${qrId} in ${period}`, `${redemptionCode} at ${siteId}`]) {
      const other = open.get(key);
      const isOpen = other && !redeemed.has(other.scanId) && event.at < other.until;
      must(!isOpen, () => `${key}: scans ${other?.scanId} and ${scanId} are both open`);
      open.set(key, { scanId, until: Date.parse(expiresAt) });
    }
  }
}
