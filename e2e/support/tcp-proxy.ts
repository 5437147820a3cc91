import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Target {
  readonly host: string;
  readonly port: number;
}

/** Stands between a process and its server, and breaks what runs through it in the ways in which networks do. */
export interface TcpProxy {
  readonly port: number;
  /** Ends all connections at once. @returns how many */
  cut(): number;
  /** From now on nothing passes, and nobody is told: what is open is half-open, and what is new stays silent. */
  fallSilent(): void;
  /** What was silent is cut, and new connections work. */
  recover(): void;
  /** Cuts all connections; new ones go to another server. */
  follow(target: Target): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: Target): Promise<TcpProxy> {
  let current = target;
  const pairs = new Set<readonly [Socket, Socket]>();
  let isSilent = false;
  const proxy = createServer((client) => {
    const server = connect(current.port, current.host);
    const pair = [client, server] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [server, client] as const]) {
      from.on('data', (chunk) => {
        if (isSilent) return;
        if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => from.resume());
      from.on('error', () => {});
      from.on('close', () => {
        // A peer that is gone tells nobody while the network is silent; afterwards the other side is cut off, too.
        if (isSilent) return;
        pairs.delete(pair);
        to.destroy();
      });
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (!address || typeof address === 'string') throw new Error('the proxy has no port');

  function cut(): number {
    const count = pairs.size;
    for (const [client, server] of [...pairs]) {
      client.destroy();
      server.destroy();
    }
    return count;
  }

  return {
    port: address.port,
    cut,
    fallSilent() {
      isSilent = true;
    },
    recover() {
      cut();
      isSilent = false;
    },
    follow(next) {
      current = next;
      cut();
    },
    async close() {
      isSilent = false;
      cut();
      await new Promise((done) => proxy.close(done));
    },
  };
}
