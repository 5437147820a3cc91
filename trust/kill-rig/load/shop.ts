import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site-configuration';
import { acknowledged, command } from '@perktree/e2e/support/patient-client';
import { Person } from '@perktree/e2e/support/person';
import { tokenOf } from '@perktree/e2e/support/shop';
import type { Asker } from '../../oracle/evidence.ts';

/** Somebody of the load, as the oracle knows them. */
export interface Member extends Asker {
  readonly person: Person;
}
export interface Root {
  readonly id: string;
  readonly customerToken: string;
  readonly distributorToken: string;
}

/** A business with everybody whom it takes. */
export interface Shop {
  readonly owner: Member;
  readonly distributor: Member;
  readonly customers: readonly Member[];
  readonly siteId: string;
  /** The first may be redeemed a few times only. */
  readonly roots: readonly Root[];
}

const ROOTS = 5;
const CUSTOMERS = 6;
const FEW = 15;
/** Everything may be done again and again, and is payable at once. */
const CONFIGURATION = {
  ...DEFAULT_SITE_CONFIGURATION,
  maxRedemptionsPerCustomer: null,
  selfRedemption: 'on',
  commissionHoldDays: 0,
  minimumPayout: '0.01',
  maxSplitsPerQr: 1000,
};

/** Asks until it is answered: a machine that does much else at once lets the read models wait. */
const read = <Body>(person: Person, path: string) =>
  acknowledged(() => person.send<Body>('GET', path), `GET ${path} from ${person.lastPosition()} on`);

async function member(origin: string, name: string, intent: 'customer' | 'distributor' | 'business'): Promise<Member> {
  const person = await Person.register(origin, name, intent);
  const { id: userId } = await read<{ id: string }>(person, '/api/auth/user');
  const { tenantId } = await read<{ tenantId: string | null }>(person, '/api/auth/user-role');
  return { person, userId, tenantId };
}

/** A business could not be opened: a call was refused that follows from what was acknowledged before. */
export class OpeningRefused extends Error {
  override readonly name = 'OpeningRefused';
}

/** One business of each kind, before anybody uses them. @throws OpeningRefused */
export async function openShops(origin: string): Promise<readonly Shop[]> {
  try {
    return [await openShop(origin, 'ultra'), await openShop(origin, 'pro')];
  } catch (error) {
    const { message } = error as Error;
    throw /^4\d\d /.test(message) ? new OpeningRefused(message, { cause: error }) : error;
  }
}

/** Opens a business on Ultra, whose payouts the built-in provider pays at once, or on Pro, whose owner pays by hand. */
export async function openShop(origin: string, plan: 'pro' | 'ultra'): Promise<Shop> {
  const owner = await member(origin, 'owner', 'business');
  const distributor = await member(origin, 'distributor', 'distributor');
  const customers: Member[] = [];
  for (let n = 0; n < CUSTOMERS; n += 1) customers.push(await member(origin, 'customer', 'customer'));
  const checkout = await command<{ url: string }>(owner.person, 'POST', '/api/create-subscription', {
    priceId: `price_${plan}`,
  });
  await command(owner.person, 'POST', `/api/offline-checkout/${tokenOf(checkout.url)}/confirm`, undefined);
  const site = await command<{ id: string }>(owner.person, 'POST', '/api/sites', {
    name: `Shop on ${plan}`,
    currency: 'EUR',
  });
  await command(owner.person, 'PUT', `/api/sites/${site.id}/config`, CONFIGURATION);
  const roots: Root[] = [];
  for (let n = 0; n < ROOTS; n += 1) {
    const { id } = await command<{ id: string }>(owner.person, 'POST', `/api/sites/${site.id}/qrs`, {
      ...{ name: `Root ${n}`, type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '50.00' },
      maxRedemptions: n === 0 ? FEW : null,
    });
    const urls = await read<{ customerUrl: string; distributorUrl: string }>(
      owner.person,
      `/api/sites/${site.id}/qrs/${id}/qrcode`,
    );
    roots.push({ id, customerToken: tokenOf(urls.customerUrl), distributorToken: tokenOf(urls.distributorUrl) });
  }
  return { owner, distributor, customers, siteId: site.id, roots };
}
