import { describe } from 'vitest';
import { describeEventStoreContract } from '../contract-suite.ts';
import { openRealEventStoreDb } from '../testing/real-event-store-db.ts';

/** Set by `npm test -- --engines`. Not EVENT_STORE_URL: tests must not write into a product's store. */
const url = process.env.TEST_EVENT_STORE_URL;

describe.skipIf(!url)('a real server', () => {
  describeEventStoreContract('EventStoreDB (TEST_EVENT_STORE_URL)', () => openRealEventStoreDb(url ?? ''));
});
