import { importAccounts } from '@perktree/identity/import-accounts';
import { systemTimers } from '@perktree/platform/time/timers';
import { openRoot } from './business-calls.ts';
import { inviteAuditor, registerAs, registerCast } from './demo-business.ts';
import { Dice } from './dice.ts';
import { type DemoTarget, inSandboxOf, sessionOfPerson } from './fill-demo.ts';
import { inventLargePast, inventLargePeople, type LargeSizes } from './large-past.ts';

const SEED = 5;
const SMALL_QRS = 10;
/** Owns a site with few QRs beside the large business, in the same store. */
export const SMALL_OWNER = 'small@demo.perktree.test';
export const SITE_COLLECTOR = 'sites@demo.perktree.test';

/**
 * Fills an empty store with a large customer's business, made by the same decisions as the demo, and a small business beside
 * it. The accounts of the demo sign in to the large one.
 */
export async function fillLarge(target: DemoTarget, sizes: LargeSizes): Promise<void> {
  const { app, pool, store } = target;
  const cast = await registerCast(app, target.grantSuperadmin);
  const small = await registerAs(app, { email: SMALL_OWNER, firstName: 'Small', intent: 'business' });
  const collector = await registerAs(app, { email: SITE_COLLECTOR, firstName: 'Sites', intent: 'business' });
  await inSandboxOf(target, 'the large business is stored', async (sandbox) => {
    const dice = new Dice(SEED);
    const people = inventLargePeople(dice, sizes);
    await importAccounts(pool, [...people.customers, ...people.distributors, ...people.staff]);
    await inventLargePast(
      sandbox,
      {
        owner: await sessionOfPerson(cast.owner),
        siteCollector: await sessionOfPerson(collector),
        distributor: await sessionOfPerson(cast.distributor),
        customer: await sessionOfPerson(cast.customer),
        staff: await sessionOfPerson(cast.staff),
        staffEmail: cast.staff.email,
      },
      { now: sizes.until === undefined ? new Date(systemTimers.now()) : new Date(sizes.until), dice, sizes, people },
    );
  });
  for (const person of [...Object.values(cast), small]) person.waitFor(await store.head());
  await inviteAuditor(cast);
  const checkout = await small.call<{ url: string }>('POST', '/api/create-subscription', { priceId: 'price_pro' });
  await small.call('POST', `/api/offline-checkout/${checkout.url.split('/').at(-1)}/confirm`);
  const { id: siteId } = await small.call<{ id: string }>('POST', '/api/sites', {
    name: 'Corner Kiosk',
    currency: 'EUR',
  });
  for (let n = 1; n <= SMALL_QRS; n += 1) {
    await openRoot(small, siteId, {
      name: `Offer ${n}`,
      type: 'DISCOUNT_PERCENT',
      discountPercent: 10,
      commissionPercent: '5.00',
    });
  }
}
