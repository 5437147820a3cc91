import type { InlineProjector } from '@perktree/event-store/postgres/append-next';
import { createPostgresEventStore, type PostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { describeEventStoreContract } from '@perktree/event-store/testing/contract-suite';
import { startLossyProxy } from '@perktree/event-store/testing/lossy-proxy';
import { tcpAddressOf, throughPort } from '@perktree/event-store/testing/through-proxy';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { expect, vi } from 'vitest';
import { someInlineTemplate, startProcessor } from '../../testing/some-read-models.ts';

/**
 * The promises of the port hold where rows are written in the transaction of the append, too. Only appends without rows bring what
 * others have stored: one with rows is refused where there is any.
 */
const abilities = { bringsOthers: false };

describeEventStoreContract(
  'Postgres with rows written inline',
  async () => {
    const { connectionString, drop } = await createTestDatabase(someInlineTemplate);
    const pool = createPool({ connectionString, applicationName: 'rows', max: 4 });
    const cleanups: (() => Promise<void>)[] = [drop, () => pool.end()];
    const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const open = (url = connectionString): PostgresEventStore => {
      const store = createPostgresEventStore({ connectionString: url });
      cleanups.push(() => store.close());
      return store;
    };
    let stopLeading = async () => {};
    /** Makes a process the one that leads the read models. */
    const lead = async (store: PostgresEventStore) => {
      await stopLeading();
      let leading: InlineProjector | null = null;
      const projectInline = (inline: InlineProjector | null) => {
        leading = inline;
        store.projectInline(inline);
      };
      const processor = startProcessor({ store, pool, logger, pauses: { first: 10, longest: 50 }, projectInline });
      stopLeading = () => processor.stop();
      await expect.poll(async () => (await leading?.reached()) === (await store.head())).toBe(true);
    };
    const store = open();
    await lead(store);
    return {
      store,
      another: async () => open(),
      faults: {
        loseConnections: async () => {
          const admin = createPool({ connectionString, applicationName: 'fault' });
          await admin.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'event-store' AND datname = current_database()`,
          );
          await admin.end();
        },
        losingNextAnswer: async () => {
          const proxy = await startLossyProxy(tcpAddressOf(connectionString));
          cleanups.push(() => proxy.close());
          const lossy = open(throughPort(connectionString, proxy.port));
          await lead(lossy);
          proxy.loseAnswerTo('append_next');
          return lossy;
        },
        unreachable: async () => open(throughPort(connectionString, 1)),
      },
      cleanup: async () => {
        await stopLeading();
        for (const cleanup of cleanups.reverse()) await cleanup();
      },
    };
  },
  abilities,
);
