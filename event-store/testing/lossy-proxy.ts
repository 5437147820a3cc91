import { connect, createServer, type Socket } from 'node:net';

/** Stands between an adapter and its server, to lose answers. */
export interface LossyProxy {
  readonly port: number;
  /** The next request that contains these bytes reaches the server; its answer is thrown away and the connection cut. */
  loseAnswerTo(bytes: string): void;
  close(): Promise<void>;
}

export async function startLossyProxy(target: { host: string; port: number }): Promise<LossyProxy> {
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
      // The server answers when it has done the work: from here on the append stands.
      if (losing) client.destroy();
      else client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (!address || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    port: address.port,
    loseAnswerTo: (bytes) => {
      marked = bytes;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
