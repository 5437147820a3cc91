import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { HeadFeed } from './head-feed.ts';

/** A server that accepts connections and does not answer. */
const server = createServer((socket) => socket.on('error', () => {}).resume());
afterEach(() => server.close());

it('closes while it connects', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  const feed = new HeadFeed({ host: '127.0.0.1', port, user: 'perktree', database: 'perktree' }, undefined);
  const accepted = once(server, 'connection');
  const woken = feed.next(feed.turn, feed.closed);
  await accepted;
  await feed.close();
  expect(await woken).toBe(true);
});
