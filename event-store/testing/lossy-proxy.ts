import { connect, createServer, type Socket } from 'node:net';

/** A proxy between an adapter and its server that loses connections and answers. */
interface LossyProxy {
  readonly port: number;
  cutConnections(): void;
  /** The next request that contains this text reaches the server; its answer is dropped and the connection cut. */
  loseAnswerTo(bytes: string): void;
  close(): Promise<void>;
}

/**
 * @param answersAfterMs for protocols whose server sends data before the answer: time in milliseconds from its first data
 *   until the connection is cut
 */
export async function startLossyProxy(
  target: { host: string; port: number },
  { answersAfterMs = 0 }: { readonly answersAfterMs?: number } = {},
): Promise<LossyProxy> {
  let marked: string | undefined;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(target);
    let losing = false;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        server.destroy();
        sockets.delete(socket);
      });
    }
    client.on('data', (chunk) => {
      if (marked !== undefined && chunk.includes(marked)) {
        marked = undefined;
        losing = true;
      }
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      // The server answers after the work, so the append is stored now.
      // biome-ignore lint/style/noRestrictedGlobals: a proxy on real sockets
      if (losing) setTimeout(() => client.destroy(), answersAfterMs);
      else client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (!address || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    port: address.port,
    cutConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
    loseAnswerTo: (bytes) => {
      marked = bytes;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
