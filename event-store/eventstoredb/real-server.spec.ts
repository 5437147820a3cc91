import { describeEventStoreContract } from '../testing/contract-suite.ts';
import { canCutConnections, openRealEventStoreDb } from '../testing/real-event-store-db.ts';

/** A server of the tests, which alone runs this file. Not EVENT_STORE_URL: tests must not write into a product's store. */
const url = process.env.TEST_EVENT_STORE_URL ?? '';

describeEventStoreContract('EventStoreDB (TEST_EVENT_STORE_URL)', () => openRealEventStoreDb(url), {
  bringsOthers: false,
  comparesReads: false,
  hasFaults: canCutConnections(url),
});
