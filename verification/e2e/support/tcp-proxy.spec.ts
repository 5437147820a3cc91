import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

let echo: Server;
let proxy: TcpProxy;
beforeAll(async () => {
  echo = createServer((socket) => {
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const { port } = echo.address() as { port: number };
  proxy = await startTcpProxy({ host: '127.0.0.1', port });
});
afterAll(async () => {
  await proxy.close();
  echo.close();
});

const open = async (): Promise<Socket> => {
  const socket = connect(proxy.port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
};
const said = async (socket: Socket, words: string): Promise<string> => {
  socket.write(words);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
};

describe('the proxy', () => {
  it('forwards data in both directions', async () => {
    const socket = await open();
    expect(await said(socket, 'hello')).toBe('hello');
    socket.destroy();
  });

  it('cuts open connections', async () => {
    const socket = await open();
    await said(socket, 'hello');
    const closed = once(socket, 'close');
    expect(proxy.cut()).toBeGreaterThan(0);
    await closed;
  });

  it('keeps from the server who has left while it was silent, until it recovers', async () => {
    const connections = () =>
      new Promise<number>((done, fail) => echo.getConnections((error, count) => (error ? fail(error) : done(count))));
    proxy.cut();
    await expect.poll(connections).toBe(0);
    const socket = await open();
    await said(socket, 'hello');
    proxy.fallSilent();
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
    // Wait until the proxy has seen it, too.
    await sleep(50);
    expect(await connections()).toBe(1);
    proxy.recover();
    await expect.poll(connections).toBe(0);
  });

  it('falls silent without a word, and recovers', async () => {
    const socket = await open();
    await said(socket, 'hello');
    proxy.fallSilent();
    let heard = false;
    socket.on('data', () => {
      heard = true;
    });
    socket.write('hello?');
    const late = await open();
    late.write('hello?');
    await new Promise((done) => setTimeout(done, 50));
    expect(heard).toBe(false);
    expect(socket.destroyed).toBe(false);
    const closed = once(socket, 'close');
    proxy.recover();
    await closed;
    const again = await open();
    expect(await said(again, 'hello')).toBe('hello');
    again.destroy();
    late.destroy();
  });
});
