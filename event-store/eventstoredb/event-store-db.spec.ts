import { afterAll } from 'vitest';
import type { EventStore } from '../port.ts';
import type { StoreUnderTest } from '../testing/contract/bench.ts';
import { describeEventStoreContract } from '../testing/contract-suite.ts';
import { startEventStoreDbDouble } from '../testing/event-store-db-double/double.ts';
import { openEventStoreDb } from './event-store-db.ts';

const double = await startEventStoreDbDouble();
afterAll(() => double.close());

async function openStore(): Promise<StoreUnderTest> {
  await double.reset();
  const cleanups: (() => Promise<void>)[] = [];
  const open = (url = double.urls[0], timing = {}): EventStore => {
    const store = openEventStoreDb({ url, timing });
    cleanups.push(() => store.close());
    return store;
  };
  return {
    store: open(),
    another: async () => open(),
    faults: {
      loseConnections: () => double.cutConnections(),
      losingNextAnswer: async () => {
        await double.setFaults({ cutNextAppend: 'after' });
        return open();
      },
      unreachable: async () => open('esdb://127.0.0.1:1?tls=false', { reachMs: 300 }),
    },
    cleanup: async () => {
      for (const cleanup of cleanups.reverse()) await cleanup();
    },
  };
}

describeEventStoreContract('EventStoreDB (wire double)', openStore, { comparesReads: false, bringsOthers: false });
