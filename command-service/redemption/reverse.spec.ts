import { type RedemptionEvent, streams } from '@perktree/contracts/catalogue/events';
import { useTestPool } from '@perktree/platform/postgres/testing/test-pool';
import { afterAll, expect, it } from 'vitest';
import { deriveUuid } from '../engine/command.ts';
import { createCommandHandler } from '../engine/command-handler.ts';
import { createSnapshots, type PostgresSnapshots } from '../engine/snapshots/snapshots.ts';
import { SNAPSHOTS_TABLE } from '../migrations.ts';
import { appendFacts } from '../testing/append-facts.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { memoryNotes } from '../testing/memory-notes.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { commandServiceTemplate } from '../testing/template.ts';
import { testAccounts } from '../testing/test-accounts.ts';
import { redeemBenefit } from './decisions/redeem.ts';
import { redemptionsFold } from './decisions/state.ts';
import { createReverse } from './reverse.ts';
import { exampleRedemption, NOW, uuid } from './testing/example-redemption.ts';

/** More than lie between two snapshots. */
const REDEMPTIONS = 1_200;
const { scan } = exampleRedemption();
const STREAM = streams.redemptions(scan.qrId);
const store = new MemoryEventStore();
let eventsRead = 0;
let commands = 0;
const started: PostgresSnapshots[] = [];
const { pool } = await useTestPool(commandServiceTemplate);
afterAll(() => Promise.all(started.map((snapshots) => snapshots.close())));

/** The redemption with a number, by a customer of its own, of 100.00. */
function redeemed(n: number): readonly RedemptionEvent[] {
  const customerId = `customer ${n}`;
  const own = { ...exampleRedemption(), redemptionId: uuid(n), confirmedBy: customerId };
  const limitless = { ...own.qr, maxRedemptions: null };
  return redeemBenefit(redemptionsFold.initialState, {
    ...{ ...own, qr: limitless },
    scan: { ...scan, customerId, scanId: deriveUuid('scan', n) },
  }) as readonly RedemptionEvent[];
}

function startProcess() {
  const snapshots = createSnapshots({ table: SNAPSHOTS_TABLE, pool, logger: silentLogger });
  started.push(snapshots);
  const handler = createCommandHandler({ store, logger: silentLogger, snapshots });
  const lookups = { qrOfRedemption: async () => scan.qrId };
  const accounts = testAccounts(memoryNotes());
  const reverse = createReverse({ handler, store, lookups, accounts });
  return {
    snapshots,
    load: () => handler.load(STREAM, redemptionsFold),
    async reverse(n: number, amount: string) {
      commands += 1;
      const context = {
        ...{ commandId: deriveUuid('reverse', commands), correlationId: 'c', causationId: 'c' },
        ...{ commandName: 'ReverseRedemption', actor: { id: 'owner', role: 'site_owner' } as const },
        ...{ now: NOW, readAt: Number.POSITIVE_INFINITY },
      };
      const { event } = await reverse({
        ...{ redemptionId: uuid(n), tenantId: scan.tenantId, reason: 'Returned', amount, context },
      });
      return event.data;
    },
  };
}

it('reads only the events of the redemption, also first thing in a process and for an old redemption', async () => {
  await appendFacts(store, new Date(NOW), STREAM, Array.from({ length: REDEMPTIONS }, (_, n) => redeemed(n)).flat());
  const read = store.readStream.bind(store);
  store.readStream = async (...wanted) => {
    const stored = await read(...wanted);
    eventsRead += stored.length;
    return stored;
  };
  const first = startProcess();
  await first.load();
  await first.snapshots.flush();
  eventsRead = 0;
  const other = startProcess();
  expect(await other.reverse(3, '40.00')).toMatchObject({ amount: '40.00', whole: false });
  expect(await other.reverse(3, '60.00')).toMatchObject({ amount: '60.00', whole: true });
  await expect(other.reverse(3, '0.01')).rejects.toMatchObject({ code: 'ALREADY_REVERSED' });
  // The last event again before each decision, and those of the redemption.
  expect(eventsRead).toBeLessThan(50);
});
