import { describeEventStoreContract } from '../testing/contract-suite.ts';
import { createMemoryEventStore } from './memory-event-store.ts';

describeEventStoreContract(
  'in memory',
  async () => {
    const store = createMemoryEventStore();
    return { store, another: async () => store, cleanup: () => store.close() };
  },
  { bringsOthers: false, hasFaults: false },
);
