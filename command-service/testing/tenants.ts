import { DEFAULT_SITE_CONFIGURATION, type SiteConfiguration } from '@perktree/contracts/site/configuration';
import type { PlanId } from '@perktree/contracts/subscription/plans';
import type { Session } from '@perktree/platform/http/session';
import { deriveUuid } from '../engine/command.ts';
import { type Answer, person } from './calls.ts';
import type { WholeService } from './whole-service.ts';

export type Owner = Session & { readonly tenantId: string };

/** The owner of a tenant on the Free plan, by name. */
export function ownerOf(name: string): Owner {
  return { ...person(name, 'site_owner', 'customer'), tenantId: deriveUuid('tenant', name) };
}

/** Through the checkout of the built-in payment provider. */
export async function upgrade(service: WholeService, owner: Owner, plan: Exclude<PlanId, 'free'>): Promise<void> {
  const { body } = await service.call(owner, 'POST', '/api/create-subscription', { priceId: `price_${plan}` });
  const sessionId = String(body.url).split('/').at(-1);
  const { status } = await service.call(owner, 'POST', `/api/offline-checkout/${sessionId}/confirm`);
  if (status !== 200) throw new Error(`upgrading to ${plan}: ${status}`);
}

/** A site of an owner. @returns its path */
export async function openSite(
  service: WholeService,
  owner: Owner,
  configuration: Partial<SiteConfiguration> = {},
): Promise<string> {
  const { body, status } = await service.call(owner, 'POST', '/api/sites', { name: 'Kiosk', currency: 'EUR' });
  if (status !== 201) throw new Error(`no site: ${status} ${JSON.stringify(body)}`);
  await configure(service, owner, `/api/sites/${body.id}`, configuration);
  return `/api/sites/${body.id}`;
}

/** Sets the default configuration with the given changes. */
export async function configure(
  service: WholeService,
  owner: Owner,
  site: string,
  configuration: Partial<SiteConfiguration>,
): Promise<void> {
  const changed = { ...DEFAULT_SITE_CONFIGURATION, ...configuration };
  const { status, body } = await service.call(owner, 'PUT', `${site}/config`, changed);
  if (status !== 200) throw new Error(`not configured: ${status} ${JSON.stringify(body)}`);
}

export function createRoot(service: WholeService, owner: Owner, site: string, more: object = {}): Promise<Answer> {
  const offer = { name: 'Summer', type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '10.00' };
  return service.call(owner, 'POST', `${site}/qrs`, { ...offer, ...more });
}

/** The tokens of a QR, read from the event store because no answer contains them. */
export async function tokensOf(
  service: WholeService,
  qrId: string,
): Promise<{ customer: string; distributor: string }> {
  for (const { type, data } of await service.events()) {
    const created = type === 'QrSplit' ? data.children : 'qr' in data ? [data.qr] : [];
    const qr = created.find((candidate) => candidate.qrId === qrId);
    if (qr) return { customer: qr.customerToken, distributor: qr.distributorToken };
  }
  throw new Error(`QR ${qrId} does not exist`);
}
