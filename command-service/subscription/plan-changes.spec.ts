import { streams } from '@perktree/contracts/catalogue/events';
import { beforeEach, describe, expect, it } from 'vitest';
import { deriveUuid } from '../engine/command.ts';
import { createCommandHandler } from '../engine/command-handler.ts';
import { systemCommandContext } from '../http/command-context.ts';
import type { PlanAtProvider } from '../payments/port.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { createPlanChanges, type PlanChanges } from './plan-changes.ts';

const tenantId = deriveUuid('tenant');
let store: MemoryEventStore;
let changes: PlanChanges;
/** What has been cancelled at the provider, with what was stored by then. */
let cancelled: [reference: string, events: number][];
beforeEach(() => {
  store = new MemoryEventStore();
  cancelled = [];
  changes = createPlanChanges({
    handler: createCommandHandler({ store, logger: silentLogger }),
    redemptionsOfMonth: async () => 12,
    cancel: async (reference) => {
      cancelled.push([reference, store.all.length]);
    },
  });
});

let commands = 0;
function settle(reference: string, planAtProvider: () => Promise<PlanAtProvider>) {
  commands += 1;
  const context = systemCommandContext({ commandName: 'spec', cause: `${commands}`, clock: () => new Date(0) });
  return changes.settle({ tenantId, reference, context, planAtProvider });
}
const plan = async () => (await changes.current(tenantId)).plan;

describe('settling a plan', () => {
  it('asks again when the plan has changed while the provider answered', async () => {
    await settle('sub_1', async () => 'pro');
    let asked = 0;
    await settle('sub_1', async () => {
      asked += 1;
      if (asked > 1) return null;
      // Stripe ends the subscription, and sends the notice, while its earlier answer is still on its way.
      await settle('sub_1', async () => null);
      return 'ultra';
    });
    expect(asked).toBe(2);
    expect(await plan()).toBe('free');
    expect(store.all.map(({ type }) => type)).toEqual(['SubscriptionStarted', 'SubscriptionEnded']);
  });

  it('ends what is superseded at the provider, before anything is stored', async () => {
    await settle('sub_1', async () => 'pro');
    await settle('sub_2', async () => 'ultra');
    expect(cancelled).toEqual([['sub_1', 1]]);
    expect(await plan()).toBe('ultra');
  });

  it('keeps the last plan of a subscription that is paid again at a price that the settings no longer name', async () => {
    await settle('sub_1', async () => 'pro');
    await settle('sub_1', async () => null);
    await settle('sub_1', async () => 'unknown');
    expect(await plan()).toBe('pro');
  });

  it('counts the month’s redemptions into the end of a plan', async () => {
    await settle('sub_1', async () => 'pro');
    await settle('sub_1', async () => null);
    const [, ended] = await store.readStream(streams.subscription(tenantId));
    expect(ended?.data).toEqual({ tenantId, reference: 'sub_1', redemptionsThisMonth: 12 });
  });
});
