import { productTemplate } from '@perktree/apps/standalone/testing/product-template';
import { type CommandHandler, createCommandHandler } from '@perktree/command-service/engine/command-handler';
import type { Decider } from '@perktree/command-service/engine/decider';
import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/test-database';
import { startProductProcessor } from '@perktree/projector/service';
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
let reads = 0;
beforeAll(async () => {
  const { connectionString, drop } = await createTestDatabase(productTemplate);
  const pool = createPool({ connectionString, applicationName: 'states-spec', max: 4 });
  const [store, elsewhere] = [1, 2].map(() => createPostgresEventStore({ connectionString })) as [Store, Store];
  let lead = () => {};
  const leads = new Promise<void>((resolve) => {
    lead = resolve;
  });
  const projectInline: Store['projectInline'] = (inline) => {
    store.projectInline(inline);
    if (inline !== null) lead();
  };
  const processor = startProductProcessor({ store, pool, logger, projectInline });
  cleanups.push(
    drop,
    () => pool.end(),
    () => store.close(),
    () => elsewhere.close(),
    () => processor.stop(),
  );
  [leading, appending] = [store, elsewhere].map((each) => {
    const readStream: Store['readStream'] = (...given) => {
      reads += 1;
      return each.readStream(...given);
    };
    return createCommandHandler({ store: { ...each, readStream }, logger });
  });
  await leads;
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

it('does not read a stream again that no other process has appended to, while each of them appends', async () => {
  const turn = async (n: number, most = Number.POSITIVE_INFINITY) => {
    for (const [own, handler] of [leading, appending].entries()) {
      const stream = `staffCodes-${n % 3}-${own}`;
      await append(handler, stream);
      expect((await handler?.load(stream, counter))?.revision).toBe(Math.floor(n / 3));
      if (most < n) await expect(append(handler, stream, 1)).rejects.toThrow(Refused);
    }
  };
  for (let n = 0; n < ROUNDS; n += 1) await turn(n);
  const before = reads;
  for (let n = ROUNDS; n < 2 * ROUNDS; n += 1) await turn(n, ROUNDS - 1);
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
