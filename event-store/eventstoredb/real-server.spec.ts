import { describe } from 'vitest';
import { describeEventStoreContract } from '../contract-suite.ts';
import { openRealEventStoreDb } from '../testing/real-event-store-db.ts';

/** Of `npm run test:engines`. Not EVENT_STORE_URL itself: nobody's tests are to write into the store of a product. */
const url = process.env.TEST_EVENT_STORE_URL;

describe.skipIf(!url)('a real server', () => {
  describeEventStoreContract('EventStoreDB (TEST_EVENT_STORE_URL)', () => openRealEventStoreDb(url ?? ''));
});
