import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Target {
  readonly host: string;
  readonly port: number;
}

/** A proxy between a process and its server that simulates network failures. */
export interface TcpProxy {
  readonly port: number;
  /** Ends all connections at once. @returns how many */
  cut(): number;
  /** Stops all traffic without closing connections: open ones are half-open, new ones get no answer. */
  fallSilent(): void;
  /** Makes the open connections half-open for good, as a firewall that forgets them does. New ones work. */
  strand(): void;
  /** Cuts the half-open connections; new ones work again. */
  recover(): void;
  /** Cuts all connections; new ones go to another server. */
  follow(target: Target): void;
  close(): Promise<void>;
}

/** Sees what a connection's client and its server send. */
type Watch = readonly [ofClient: (chunk: Buffer) => void, ofServer: (chunk: Buffer) => void];

/** @param watch called for each connection */
export async function startTcpProxy(target: Target, watch?: () => Watch): Promise<TcpProxy> {
  let current = target;
  const pairs = new Set<readonly [Socket, Socket]>();
  const stranded = new WeakSet<readonly [Socket, Socket]>();
  let isSilent = false;
  const proxy = createServer((client) => {
    const server = connect(current.port, current.host);
    const pair = [client, server] as const;
    pairs.add(pair);
    const isHalfOpen = () => isSilent || stranded.has(pair);
    const watched = watch?.();
    for (const [from, to, see] of [
      [...pair, watched?.[0]],
      [server, client, watched?.[1]],
    ] as const) {
      from.on('data', (chunk) => {
        see?.(chunk);
        if (isHalfOpen()) return;
        if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => from.resume());
      from.on('error', () => {});
      from.on('close', () => {
        // While the network is silent the loss of a peer is not signalled; afterwards the other side is cut as well.
        if (isHalfOpen()) return;
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
    strand() {
      for (const pair of pairs) stranded.add(pair);
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
