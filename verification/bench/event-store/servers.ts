import { join } from 'node:path';
import { type Programs, startServer } from '../processes.ts';

/** The EventStoreDB server of a part, or its double. */
export interface EventStoreServer {
  readonly url: string;
  /** Null: the benchmark did not start the server. */
  readonly pid: number | null;
  /** `Read` calls so far; null: the server does not count them. */
  reads(): Promise<number | null>;
  stop(): Promise<void>;
}

export const REAL_SERVER = 'EventStoreDB of EVENT_STORE_URL';
export const DOUBLE = 'double of EventStoreDB';

/** @param url of a server without events; null: starts a double */
export async function startEventStore(programs: Programs, url: string | null): Promise<EventStoreServer> {
  if (url !== null) return { url, pid: null, reads: async () => null, stop: async () => {} };
  const server = await startServer(programs, join(programs.benchDir, 'event-store-double.js'));
  const ask = async () => (await (await fetch(server.url)).json()) as { readonly port: number; readonly reads: number };
  const { port } = await ask();
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    pid: server.pid,
    reads: async () => (await ask()).reads,
    stop: () => server.stop(),
  };
}
