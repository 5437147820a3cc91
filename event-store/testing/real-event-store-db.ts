import { randomBytes } from 'node:crypto';
import type { StoreUnderTest } from '../contract/bench.ts';
import { parseConnectionUrl } from '../eventstoredb/connection-url.ts';
import { openEventStoreDb } from '../eventstoredb/event-store-db.ts';
import type { EventStore } from '../port.ts';
import { startLossyProxy } from './lossy-proxy.ts';
import { scopedStore } from './scoped-store.ts';

/** Time for the server to execute an append before its connection is cut, in milliseconds. */
const APPEND_MS = 200;

/**
 * A shared server. Each test has its own streams, which remain on it. Only network faults are possible. They need
 * unencrypted connections to one host, so they are skipped with TLS or a cluster.
 */
export async function openRealEventStoreDb(url: string): Promise<StoreUnderTest> {
  const { hosts, discover, tls } = parseConnectionUrl(url);
  const [host] = hosts;
  const cleanups: (() => Promise<unknown>)[] = [];
  const direct = openEventStoreDb({ url });
  cleanups.push(() => direct.close());
  const start = await direct.head();
  const scope = `perktreeSuite${randomBytes(6).toString('hex')}x`;
  const open = (address: string): EventStore => {
    const store = openEventStoreDb({ url: address });
    cleanups.push(() => store.close());
    return scopedStore(store, scope, start);
  };
  const cleanup = async () => {
    for (const each of cleanups.reverse()) await each();
  };
  if (!host || tls || discover || hosts.length > 1) {
    const whyNoFaults = `faults of the network are made on one connection without TLS, and this address has ${tls ? 'TLS' : 'several hosts'}`;
    return { store: open(url), another: async () => open(url), cleanup, whyNoFaults };
  }

  const target = { host: host.address, port: host.port };
  const throughProxy = async () => {
    const proxy = await startLossyProxy(target, { answersAfterMs: APPEND_MS });
    cleanups.push(() => proxy.close());
    return { proxy, address: `esdb://127.0.0.1:${proxy.port}?tls=false` };
  };
  const shared = await throughProxy();
  return {
    store: open(shared.address),
    another: async () => open(shared.address),
    faults: {
      loseConnections: async () => shared.proxy.cutConnections(),
      losingNextAnswer: async () => {
        const { proxy, address } = await throughProxy();
        // The type of the suite's events, which an append contains as plain text.
        proxy.loseAnswerTo('SomethingHappened');
        return open(address);
      },
      unreachable: async () => open('esdb://127.0.0.1:1?tls=false'),
    },
    cleanup,
  };
}
