import { deriveUuid } from '@perktree/command-service/engine/command';
import { systemCommandContext } from '@perktree/command-service/http/command-context';
import { executeWithNote } from '@perktree/command-service/http/execute-with-note';
import { decideGeneratePayout } from '@perktree/command-service/payout/decisions/settle-balance';
import { decideMarkPaid } from '@perktree/command-service/payout/decisions/settle-payout';
import { payoutsFold } from '@perktree/command-service/payout/decisions/state';
import { settleInSteps, withoutNotes } from '@perktree/command-service/payout/settle-in-steps';
import { subscriptionFold } from '@perktree/command-service/subscription/decisions/state';
import { decidePaidPlan } from '@perktree/command-service/subscription/decisions/subscription';
import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { streams } from '@perktree/contracts/catalogue/events';
import { DAY_MS, MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { type Currency, toMinor } from '@perktree/contracts/kernel/money';
import type { ImportedAccount } from '@perktree/identity/import-accounts';
import type { Session } from '@perktree/platform/http/session';
import type { Cafe } from './cafe.ts';
import { Dice } from './dice.ts';
import { MINIMUM_PAYOUT, openBusiness, type PastCast } from './past-business.ts';
import { inventPeople, sessionOf } from './people-of-the-past.ts';
import type { Sandbox } from './sandbox.ts';
import { type VisitOffer, Visits } from './visits.ts';

interface Entry {
  readonly entryId: string;
  readonly amountMinor: bigint;
  readonly maturesAt: string;
}

/** Payouts of the generated history: created by the same decisions as live ones, then marked as paid by hand. */
export class PastPayouts {
  private position = 0n;
  /** By site and distributor, oldest first. Entries in a payout are not removed, because the fold skips them. */
  private readonly entries = new Map<string, { siteId: string; distributorId: string; list: Entry[] }>();

  constructor(private readonly sandbox: Sandbox) {}

  /** Pays the entries that have matured at the sandbox's time. @param minimum decimal string */
  async settle(site: { siteId: string; tenantId: string; currency: Currency }, minimum: string): Promise<void> {
    await this.catchUp();
    const now = this.sandbox.now.toISOString();
    for (const { siteId, distributorId, list } of this.entries.values()) {
      if (siteId !== site.siteId) continue;
      await this.payOne(
        { ...site, distributorId },
        list.filter(({ maturesAt }) => maturesAt <= now),
        minimum,
      );
    }
  }

  private async payOne(
    place: { siteId: string; tenantId: string; currency: Currency; distributorId: string },
    entries: readonly Entry[],
    minimum: string,
  ): Promise<void> {
    const { deps, now } = this.sandbox;
    const { siteId, tenantId, currency, distributorId } = place;
    const day = now.toISOString().slice(0, 10);
    const month = day.slice(0, 7);
    const payoutId = deriveUuid('past payout', siteId, distributorId, day);
    const context = (commandName: string) =>
      systemCommandContext({ commandName, cause: `${commandName} ${payoutId}`, clock: deps.clock });
    const stream = streams.payouts(siteId, distributorId);
    const { state } = await settleInSteps({
      execute: withoutNotes(deps.handler),
      stream,
      context: context('GeneratePayouts'),
      firstCommandId: payoutId,
      decide: (payouts, combinedId) =>
        decideGeneratePayout(payouts, {
          payoutId,
          combinedId,
          siteId,
          tenantId,
          distributorId,
          currency,
          entries,
          settlement: 'by_hand',
          minimumMinor: toMinor(minimum, currency),
        }),
    });
    if (!state.payouts.has(payoutId)) return;
    const noteId = deriveUuid('past payout reference', payoutId);
    await executeWithNote(
      { handler: deps.handler, notes: deps.accounts },
      {
        stream,
        fold: payoutsFold,
        context: context('MarkPayoutPaid'),
        decide: (payouts, note) => decideMarkPaid(payouts, { payoutId, tenantId, ...note, providerTransfers: false }),
      },
      { noteId, authorId: 'system', about: [distributorId], text: `Bank transfer ${month}` },
    );
  }

  private async catchUp(): Promise<void> {
    for (const event of await this.sandbox.store.readAll(this.position, 1_000_000)) {
      this.position = event.position;
      const { fact } = decodeEvent(event);
      if (fact.type !== 'BenefitRedeemed' && fact.type !== 'RedemptionReversed') continue;
      const { siteId, currency, maturesAt, shares } = fact.data;
      for (const { ownerId, entryId, amount } of shares) {
        const key = `${siteId}:${ownerId}`;
        const own = this.entries.get(key) ?? { siteId, distributorId: ownerId, list: [] };
        own.list.push({ entryId, amountMinor: toMinor(amount, currency), maturesAt });
        this.entries.set(key, own);
      }
    }
  }
}

/** How busy a shop is by weekday, from Sunday: the weekend brings the most visitors. */
const WEEKDAYS = [1.25, 0.75, 0.8, 0.9, 1, 1.35, 1.6];
/** By hour of the day (UTC), from 8: a lunch peak and a smaller one after work. */
const OPENING_HOUR = 8;
const HOURS = [2, 3, 4, 6, 10, 9, 5, 4, 5, 7, 6, 3];

/** Midnight (UTC) of each day before `now`, oldest first. */
export function daysBefore(now: Date, count: number): readonly Date[] {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return Array.from({ length: count }, (_, index) => new Date(today - (count - index) * DAY_MS));
}

/** Factor for the number of visitors on a day, by its weekday and season. */
export function busynessOf(day: Date): number {
  return (WEEKDAYS[day.getUTCDay()] ?? 1) * season(day);
}

/** Times at which visitors come on a day, in order. `average` is that of a whole week. */
export function visitsOf(day: Date, average: number, dice: Dice): readonly Date[] {
  const expected = average * busynessOf(day) * (0.75 + dice.next() / 2);
  const minutes = Array.from({ length: Math.round(expected) }, () => {
    const hour = dice.pick(
      HOURS.map((weight, index) => ({ weight, index })),
      ({ weight }) => weight,
    ).index;
    return (OPENING_HOUR + hour) * 60 + dice.next() * 60;
  });
  return minutes.sort((a, b) => a - b).map((minute) => new Date(Math.round(day.getTime() + minute * MINUTE_MS)));
}

/** Between 0.7 in midwinter and 1.3 in midsummer. */
function season(day: Date): number {
  const dayOfYear = (day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 1)) / DAY_MS;
  return 1 - 0.3 * Math.cos((2 * Math.PI * (dayOfYear + 10)) / 365);
}

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
 * Generates months of a plausible business in a sandbox, with the same calls and decisions as the live product. It has two
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
    fold: subscriptionFold,
    decide: (state) => decidePaidPlan(state, { tenantId, plan, reference: 'offline-demo', redemptionsThisMonth: 0 }),
    context: systemCommandContext({
      commandName: 'StartSubscription',
      cause: `demo plan of ${tenantId}`,
      clock: sandbox.deps.clock,
    }),
  });
}
