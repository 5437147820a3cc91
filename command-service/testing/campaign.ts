import { streams } from '@perktree/contracts/catalogue/streams';
import type { Session } from '@perktree/platform/http/session';
import { deriveUuid } from '../engine/derive-uuid.ts';
import { systemCommandContext } from '../http/command-context.ts';
import { subscriptionDecider } from '../subscription/decisions/state.ts';
import { type Answer, person } from './calls.ts';
import type { TestService } from './test-service.ts';

const tenantId = deriveUuid('campaign', 'tenant');
export const owner: Session = { ...person('owner', 'site_owner', 'customer'), tenantId };
export const stranger: Session = { ...person('stranger', 'site_owner'), tenantId: deriveUuid('campaign', 'other') };
export const dora = person('dora', 'distributor', 'customer');
export const emil = person('emil', 'distributor', 'customer');
export const customer = person('cust', 'customer');

export const PERCENT_OFFER = { type: 'DISCOUNT_PERCENT', discountPercent: 20 };

/** A site of `owner`, who is on a plan without limits. */
export async function createSite(service: TestService, as = owner): Promise<string> {
  await putOnUltra(service, as);
  const { body } = await service.call(as, 'POST', '/api/sites', { name: 'Harbour Café', currency: 'EUR' });
  return body.id;
}

/** As if the tenant had paid. */
async function putOnUltra({ deps: { handler } }: TestService, { tenantId }: Session): Promise<void> {
  if (tenantId === null) return;
  const reference = `paid by ${tenantId}`;
  await handler.execute({
    stream: streams.subscription(tenantId),
    decider: subscriptionDecider,
    decide: ({ plan }) =>
      plan === 'free' ? [{ type: 'SubscriptionStarted', data: { tenantId, plan: 'ultra', reference } }] : [],
    context: systemCommandContext({ commandName: 'spec', cause: reference, clock: () => new Date(0) }),
  });
}

export async function createRoot(service: TestService, siteId: string, commissionPercent = '10.00'): Promise<Answer> {
  const body = { name: 'Summer', ...PERCENT_OFFER, commissionPercent, maxRedemptions: 3 };
  return service.call(owner, 'POST', `/api/sites/${siteId}/qrs`, body);
}

/** The tokens of a QR, read from the event store because no answer contains them. */
export async function tokensOf(service: TestService, qrId: string) {
  for (const { data } of await service.deps.store.readAll(0n, 100_000)) {
    const { qr, children } = data as { qr?: Tokens; children?: Tokens[] };
    const found = [qr, ...(children ?? [])].find((candidate) => candidate?.qrId === qrId);
    if (found) return found;
  }
  throw new Error(`QR ${qrId} does not exist`);
}

interface Tokens {
  readonly qrId: string;
  readonly customerToken: string;
  readonly distributorToken: string;
}
