import { randomBytes } from 'node:crypto';
import { parseConnectionUrl } from '../eventstoredb/connection-url.ts';
import { openEventStoreDb } from '../eventstoredb/event-store-db.ts';
import type { EventStore } from '../port.ts';
import type { StoreUnderTest } from './contract/bench.ts';
import { startLossyProxy } from './lossy-proxy.ts';
import { scopedStore } from './scoped-store.ts';

/** Time for the server to execute an append before its connection is cut, in milliseconds. */
const APPEND_MS = 200;

/** Whether the server's connections can be cut: one host, and no TLS that hides an append from the proxy. */
export function canCutConnections(url: string): boolean {
  const { hosts, discover, tls } = parseConnectionUrl(url);
  return hosts.length === 1 && !tls && !discover;
}

/** A shared server. Each test has its own streams, which remain on it. */
export async function openRealEventStoreDb(url: string): Promise<StoreUnderTest> {
  const [host] = parseConnectionUrl(url).hosts;
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
  if (!host || !canCutConnections(url)) return { store: open(url), another: async () => open(url), cleanup };

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
