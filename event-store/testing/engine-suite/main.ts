import { describeEventStoreContract } from '../../contract-suite.ts';
import { openEventStoreDb } from '../../eventstoredb/event-store-db.ts';
import { openRealEventStoreDb } from '../real-event-store-db.ts';
import { run } from './vitest-shim.ts';

/**
 * Runs the contract suite against the server of EVENT_STORE_URL, on a machine that has only node and a server. Arguments
 * select the tests whose titles contain all of them.
 */
const url = process.env.EVENT_STORE_URL;
if (!url) {
  console.error('Set EVENT_STORE_URL to the server to test, such as esdb://admin:password@host:2113?tls=true');
  process.exit(2);
}
try {
  const store = openEventStoreDb({ url });
  await store.head();
  await store.close();
} catch (error) {
  console.error((error as Error).message);
  process.exit(2);
}
describeEventStoreContract('EventStoreDB at EVENT_STORE_URL', () => openRealEventStoreDb(url));
const { passed, failed, skipped } = await run(process.argv.slice(2), (line) => console.log(line));
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
