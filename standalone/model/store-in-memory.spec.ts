import { describeEventStoreContract } from '@perktree/event-store/contract-suite';
import { createStoreInMemory } from './store-in-memory.ts';

describeEventStoreContract('in memory', async () => {
  const store = createStoreInMemory();
  return { store, another: async () => store, cleanup: () => store.close() };
});
