import type { Session } from '@perktree/platform/http/session';
import { deriveUuid } from '../derive-uuid.ts';
import { type Answer, person, type TestService } from './test-service.ts';

export const tenantId = deriveUuid('campaign', 'tenant');
export const owner: Session = { ...person('owner', 'site_owner', 'customer'), tenantId };
export const stranger: Session = { ...person('stranger', 'site_owner'), tenantId: deriveUuid('campaign', 'other') };
export const dora = person('dora', 'distributor', 'customer');
export const emil = person('emil', 'distributor', 'customer');
export const customer = person('cust', 'customer');

export const PERCENT_OFFER = { type: 'DISCOUNT_PERCENT', discountPercent: 20 };

/** A site of `owner`. */
export async function createSite(service: TestService, as = owner): Promise<string> {
  const { body } = await service.call(as, 'POST', '/api/sites', { name: 'Harbour Café', currency: 'EUR' });
  return body.id;
}

export async function createRoot(service: TestService, siteId: string, commissionPercent = '10.00'): Promise<Answer> {
  const body = { name: 'Summer', ...PERCENT_OFFER, commissionPercent, maxRedemptions: 3 };
  return service.call(owner, 'POST', `/api/sites/${siteId}/qrs`, body);
}

/** The tokens of a QR, which no answer shows: from its birth in the event store. */
export async function tokensOf(service: TestService, qrId: string) {
  for (const { data } of await service.deps.store.readAll(0n, 100_000)) {
    const { qr, children } = data as { qr?: Birth; children?: Birth[] };
    const born = [qr, ...(children ?? [])].find((candidate) => candidate?.qrId === qrId);
    if (born) return born;
  }
  throw new Error(`QR ${qrId} was never born`);
}

interface Birth {
  readonly qrId: string;
  readonly customerToken: string;
  readonly distributorToken: string;
}
