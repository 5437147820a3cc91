import { systemCommandContext } from '@perktree/command-service/http/command-context';
import { subscriptionDecider } from '@perktree/command-service/subscription/decisions/state';
import { decidePaidPlan } from '@perktree/command-service/subscription/decisions/subscription';
import { streams } from '@perktree/contracts/catalogue/streams';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import type { ImportedAccount } from '@perktree/identity/import-accounts';
import type { Session } from '@perktree/platform/http/session';
import type { Cafe } from './cafe.ts';
import { daysBefore, visitsOf } from './calendar.ts';
import { Dice } from './dice.ts';
import { MINIMUM_PAYOUT, openBusiness, type PastCast } from './past-business.ts';
import { PastPayouts } from './past-payouts.ts';
import { inventPeople, sessionOf } from './people-of-the-past.ts';
import type { Sandbox } from './sandbox.ts';
import { type VisitOffer, Visits } from './visits.ts';

const DAYS_A_MONTH = 30;

const CUSTOMERS = 450;
const DISTRIBUTORS = 10;
const STAFF = 3;
/** Average number of visits per day. */
const VISITS = 22;
/** Day of the month. */
const PAYOUT_DAY = 3;
/** Days before today on which one customer returns to the same staff, which raises a flag. */
const REGULAR_DAYS = [9, 8, 7];

interface Past {
  readonly cafe: Cafe;
  /** Generated accounts, in addition to those that can sign in. */
  readonly accounts: readonly ImportedAccount[];
}

/**
 * Generates months of a plausible business in a sandbox, with the same calls and deciders as the live product. It has two
 * sites in two currencies, three campaigns, trees of four levels, weekends and lunch hours, reversals, monthly payouts, a flag,
 * and an expired, a full and a reissued QR. The same seed and day give the same history, except tokens and codes.
 */
export async function inventPast(
  sandbox: Sandbox,
  cast: PastCast,
  options: { readonly now: Date; readonly months: number; readonly seed: number },
): Promise<Past> {
  const dice = new Dice(options.seed);
  const days = daysBefore(options.now, options.months * DAYS_A_MONTH);
  const customers = inventPeople(dice, 'customer', CUSTOMERS, ['customer']);
  const distributors = inventPeople(dice, 'distributor', DISTRIBUTORS, ['distributor', 'customer']);
  const staff = inventPeople(dice, 'staff', STAFF, ['customer']);
  const [regular] = inventPeople(dice, 'regular', 1, ['customer']) as [ImportedAccount];
  sandbox.now = new Date((days[0] as Date).getTime() + 7 * 60 * MINUTE_MS);
  await payFor(sandbox, cast.owner, 'pro');

  const business = await openBusiness(sandbox, cast, { distributors, staff });
  const visits = new Visits(sandbox, { dice, customers, counters: business.counters, owner: cast.owner });
  const offerOfRegular = business.offers.find(({ qrId }) => qrId === business.cafe.harbour) as VisitOffer;
  const payouts = new PastPayouts(sandbox);
  for (const [index, day] of days.entries()) {
    if (day.getUTCDate() === PAYOUT_DAY) {
      sandbox.now = new Date(day.getTime() + 7 * 60 * MINUTE_MS);
      for (const site of business.sites) await payouts.settle(site, MINIMUM_PAYOUT);
    }
    await business.onDay(index);
    await visits.reverseSome();
    for (const time of visitsOf(day, VISITS, dice))
      await visits.receive(
        time,
        dice.pick(business.offers, ({ weight }) => weight),
      );
    if (REGULAR_DAYS.includes(days.length - index)) await visits.redeemAs(sessionOf(regular), offerOfRegular);
  }
  return { cafe: business.cafe, accounts: [...customers, ...distributors, ...staff, regular] };
}

export async function payFor(sandbox: Sandbox, owner: Session, plan: 'pro' | 'ultra'): Promise<void> {
  const { tenantId } = owner;
  if (tenantId === null) throw new Error('the owner has no business');
  await sandbox.deps.handler.execute({
    stream: streams.subscription(tenantId),
    decider: subscriptionDecider,
    decide: (state) => decidePaidPlan(state, { tenantId, plan, reference: 'offline-demo', redemptionsThisMonth: 0 }),
    context: systemCommandContext({
      commandName: 'StartSubscription',
      cause: `demo plan of ${tenantId}`,
      clock: sandbox.deps.clock,
    }),
  });
}
