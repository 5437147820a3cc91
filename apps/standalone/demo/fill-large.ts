import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createOfflineProvider } from '@perktree/command-service/payments/offline/offline-provider';
import { OrderedAppender } from '@perktree/event-store/migrate-events/ordered-appender';
import type { AppendInOrder } from '@perktree/event-store/migrate-events/ordered-target';
import { oneByOne } from '@perktree/event-store/migrate-events/ordered-target';
import type { EventStore } from '@perktree/event-store/port';
import { importAccounts } from '@perktree/identity/import-accounts';
import { systemTimers } from '@perktree/platform/time/timers';
import { inviteAuditor, registerAs, registerCast } from './demo-business.ts';
import { Dice } from './dice.ts';
import { type DemoTarget, sessionOfPerson } from './fill-demo.ts';
import { inventLargePast, inventLargePeople, type LargeSizes } from './large-past.ts';
import { openSandbox } from './sandbox.ts';

const BATCH_SIZE = 500;

/** Copies the events of a store to an empty one while more are added, so that generating and storing overlap. */
class GrowingCopy {
  private position = 0n;
  private events = 0;
  private underWay = Promise.resolve();
  private readonly appender: OrderedAppender;

  constructor(
    private readonly from: Pick<EventStore, 'readAll'>,
    appendInOrder: AppendInOrder,
  ) {
    this.appender = new OrderedAppender(appendInOrder, (count) => {
      this.events += count;
    });
  }

  /** Starts copying the added events. First waits for the previous copy, which bounds the number of events not stored yet. */
  async advance(): Promise<void> {
    await this.underWay;
    this.underWay = this.copyRest();
    // Avoid an unhandled rejection; the next call rethrows.
    this.underWay.catch(() => {});
  }

  /** Copies the rest. @returns the number of events */
  async finish(): Promise<number> {
    await this.advance();
    await this.underWay;
    await this.appender.flush();
    return this.events;
  }

  private async copyRest(): Promise<void> {
    for (;;) {
      const batch = await this.from.readAll(this.position, BATCH_SIZE);
      for (const event of batch) await this.appender.add(event);
      const last = batch.at(-1);
      if (last === undefined) return;
      this.position = last.position;
    }
  }
}

const SEED = 5;
const SMALL_QRS = 10;
/** Owns a site with few QRs beside the large business, in the same store. */
export const SMALL_OWNER = 'small@demo.perktree.test';
/** Owns many sites. */
export const SITE_COLLECTOR = 'sites@demo.perktree.test';

const DAYS_BETWEEN_COLLECTIONS = 10;

/** Returns V8's `gc`: on a machine with much memory, the heap would grow to a gigabyte before V8 collects garbage. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/**
 * Fills an empty store with a large customer's business, made by the same deciders as the demo, and a small business beside
 * it. The accounts of the demo sign in to the large one.
 */
export async function fillLarge(target: DemoTarget, sizes: LargeSizes): Promise<void> {
  const { app, pool, store, logger } = target;
  const cast = await registerCast(app, target.grantSuperadmin);
  const small = await registerAs(app, { email: SMALL_OWNER, firstName: 'Small', intent: 'business' });
  const collector = await registerAs(app, { email: SITE_COLLECTOR, firstName: 'Sites', intent: 'business' });
  const sandbox = await openSandbox({ ...target, payments: createOfflineProvider(target) });
  try {
    const dice = new Dice(SEED);
    const people = inventLargePeople(dice, sizes);
    await importAccounts(pool, [...people.customers, ...people.distributors, ...people.staff]);
    const copy = new GrowingCopy(sandbox.store, target.appendInOrder ?? oneByOne(store));
    const collectGarbage = garbageCollector();
    let days = 0;
    const onDay = async () => {
      await copy.advance();
      days += 1;
      if (days % DAYS_BETWEEN_COLLECTIONS === 0) collectGarbage();
    };
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
      {
        now: sizes.until === undefined ? new Date(systemTimers.now()) : new Date(sizes.until),
        dice,
        sizes,
        people,
        onDay,
      },
    );
    logger.info({ events: await copy.finish() }, 'the large business is stored');
  } finally {
    await sandbox.close();
  }
  for (const person of [...Object.values(cast), small]) person.waitFor(await store.head());
  await inviteAuditor(cast);
  const checkout = await small.call<{ url: string }>('POST', '/api/create-subscription', { priceId: 'price_pro' });
  await small.call('POST', `/api/offline-checkout/${checkout.url.split('/').at(-1)}/confirm`);
  const { id: siteId } = await small.call<{ id: string }>('POST', '/api/sites', {
    name: 'Corner Kiosk',
    currency: 'EUR',
  });
  for (let n = 1; n <= SMALL_QRS; n += 1) {
    await small.call('POST', `/api/sites/${siteId}/qrs`, {
      name: `Offer ${n}`,
      type: 'DISCOUNT_PERCENT',
      discountPercent: 10,
      commissionPercent: '5.00',
    });
  }
}
