import { productTemplate } from '@perktree/apps/standalone/testing/product-template';
import type { Decider } from '@perktree/command-service/decider/decider';
import { type CommandHandler, createCommandHandler } from '@perktree/command-service/engine/command-handler';
import type { AnyEvent } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/test-database';
import { startProcessor } from '@perktree/projector/service';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROUNDS = 60;
const logger = pino({ level: 'silent' });
const counter: Decider<number, AnyEvent> = { initialState: 0, evolve: (count) => count + 1 };
/** Another decider of the same streams, whose cached state lacks the first one's events. */
const other: Decider<number, AnyEvent> = { initialState: 0, evolve: (count) => count + 1 };
const missed: AnyEvent = {
  type: 'RedemptionCodeMissed',
  data: {
    ...{ siteId: '00000000-0000-4000-8000-000000000001', tenantId: '00000000-0000-4000-8000-000000000002' },
    ...{ staffId: 'somebody', missesInWindow: 1, lockedUntil: null },
  },
};

const cleanups: (() => Promise<void>)[] = [];
/** Two processes: one leads the read models and writes rows with its events, the other one only appends. */
let [leading, appending]: CommandHandler[] = [];
let completeness: Store['completeness'];
let reads = 0;
beforeAll(async () => {
  const { connectionString, drop } = await createTestDatabase(productTemplate);
  const pool = createPool({ connectionString, applicationName: 'states-spec', max: 4 });
  const [store, elsewhere] = [1, 2].map(() => createPostgresEventStore({ connectionString })) as [Store, Store];
  const processor = startProcessor({ store, pool, logger, projectInline: store.projectInline });
  cleanups.push(
    drop,
    () => pool.end(),
    () => store.close(),
    () => elsewhere.close(),
    () => processor.stop(),
  );
  const counted = {
    ...store,
    readStream: (...given: Parameters<Store['readStream']>) => {
      reads += 1;
      return store.readStream(...given);
    },
  };
  leading = createCommandHandler({ store: counted, logger });
  appending = createCommandHandler({ store: elsewhere, logger });
  completeness = store.completeness;
});
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

type Store = ReturnType<typeof createPostgresEventStore>;
let commands = 0;
function append(handler: CommandHandler | undefined, stream: string, most = Number.POSITIVE_INFINITY) {
  commands += 1;
  const context = {
    ...{ commandId: `00000000-0000-4000-9000-${`${commands}`.padStart(12, '0')}`, commandName: 'Miss' },
    ...{ actor: { id: 'somebody', role: 'staff' as const }, correlationId: 'c', causationId: 'c' },
    ...{ now: '2026-05-01T10:00:00.000Z', readAt: Number.POSITIVE_INFINITY },
  };
  const decide = (count: number) => {
    if (count >= most) throw new Refused('OFFER_FULL');
    return [missed];
  };
  return handler?.execute({ stream, decider: counter, decide, context });
}

it('knows when it leads the read models', async () => {
  await expect.poll(() => completeness?.confirm()).toBe(true);
});

it('does not read a stream again without appends of other processes', async () => {
  for (let n = 0; n < ROUNDS; n += 1) await append(leading, `staffCodes-${n % 3}-own`);
  const before = reads;
  for (let n = 0; n < ROUNDS; n += 1) {
    await append(leading, `staffCodes-${n % 3}-own`);
    expect((await leading?.load(`staffCodes-${n % 3}-own`, counter))?.revision).toBe(ROUNDS / 3 + Math.floor(n / 3));
    await expect(append(leading, `staffCodes-${n % 3}-own`, 1)).rejects.toThrow(Refused);
  }
  expect(reads - before).toBe(0);
});

it('sees at once what another process has appended, and what another decider of its own has', async () => {
  const stream = 'staffCodes-both-ways';
  for (let n = 0; n < ROUNDS; n += 1) {
    await append(n % 3 === 0 ? appending : leading, stream);
    const states = await Promise.all(
      [leading, appending].flatMap((each) => [each?.load(stream, counter), each?.load(stream, other)]),
    );
    expect(states.map((each) => each?.state)).toEqual([n + 1, n + 1, n + 1, n + 1]);
  }
});

it('refuses nothing on a state that lacks what was stored before it was asked', async () => {
  const stream = 'staffCodes-to-the-limit';
  const limit = 2 * ROUNDS;
  const results = await Promise.allSettled(
    Array.from({ length: 3 * ROUNDS }, (_, n) => append(n % 4 === 0 ? appending : leading, stream, limit)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(limit);
  for (const handler of [leading, appending]) expect((await handler?.load(stream, counter))?.state).toBe(limit);
});
