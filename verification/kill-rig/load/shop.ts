import { acknowledged, command } from '../../e2e/support/patient-client.ts';
import { Person } from '../../e2e/support/person.ts';
import { tokenOf } from '../../e2e/support/shop.ts';
import type { Caller } from '../../oracle/evidence.ts';

/** A person of the load. */
export interface Member extends Caller {
  readonly person: Person;
}
interface Root {
  readonly id: string;
  readonly customerToken: string;
  readonly distributorToken: string;
}

/** A business with its people. */
export interface Shop {
  readonly owner: Member;
  readonly distributor: Member;
  readonly customers: readonly Member[];
  readonly siteId: string;
  /** The first has a low redemption limit. */
  readonly roots: readonly Root[];
}

const ROOTS = 5;
const CUSTOMERS = 6;
const FEW = 15;
/** No limits, no hold, no minimum payout: actions succeed repeatedly and are payable at once. */
const SETTINGS = {
  maxRedemptionsPerCustomer: null,
  selfRedemption: 'on',
  commissionHoldDays: 0,
  minimumPayout: '0.01',
  maxSplitsPerQr: 1000,
};

/** Retries, as read models lag on a busy machine. */
const read = <Body>(person: Person, path: string) =>
  acknowledged(() => person.send<Body>('GET', path), `GET ${path} from ${person.lastPosition()} on`);

async function member(origin: string, name: string, intent: 'customer' | 'distributor' | 'business'): Promise<Member> {
  const person = await Person.register(origin, name, intent);
  const { id: userId } = await read<{ id: string }>(person, '/api/auth/user');
  const { tenantId } = await read<{ tenantId: string | null }>(person, '/api/auth/user-role');
  return { person, userId, tenantId };
}

/** Opens one business of each kind. @throws Error for a refusal */
export const openShops = async (origin: string): Promise<readonly Shop[]> => [
  await openShop(origin, 'ultra'),
  await openShop(origin, 'pro'),
];

/** Ultra: the built-in provider pays payouts at once. Pro: the owner pays by hand. */
async function openShop(origin: string, plan: 'pro' | 'ultra'): Promise<Shop> {
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
  const config = `/api/sites/${site.id}/config`;
  // The other settings as this version has them: an older one refuses those that it does not know.
  const configuration = await read<object>(owner.person, config);
  await command(owner.person, 'PUT', config, { ...configuration, ...SETTINGS });
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
