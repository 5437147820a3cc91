import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { callsOf } from '@perktree/contracts/kernel/call';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from './app.ts';
import { type CallLimit, limitCalls, networkCaller } from './call-limit.ts';
import { mountCall } from './mount-call.ts';

const declare = callsOf('Specs');
const answer = z.object({ n: z.number() });
const access = 'anyone';
const WORK = declare('POST', '/api/work', { summary: 'Work', access, body: answer, answer });
const READ = declare('GET', '/api/read', { summary: 'Read', access, answer });

let app: FastifyInstance;
let limit: CallLimit;
let url: string;
let port: number;
let release: () => void;
let begun: number;
let underWay: number;
let now: number;
let max: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  [begun, underWay, max, now] = [0, 0, 0, 0];
  const gate = new Promise<void>((done) => {
    release = done;
  });
  app = createApp({ logger: false, publicOrigin: null });
  limit = limitCalls(app, (request) => request.cookies.session ?? networkCaller(request), {
    refusedAfterMs: { min: 1, max: 2 },
    now: () => now,
  });
  const signedOut = async () => null;
  mountCall(app, signedOut, WORK, async ({ body }) => {
    begun += 1;
    max = Math.max(max, ++underWay);
    await gate;
    underWay -= 1;
    return { answer: { n: body.n } };
  });
  mountCall(app, signedOut, READ, async () => ({ answer: { n: 1 } }));
  app.get('/login', async () => 'a page');
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
  url = `http://127.0.0.1:${port}`;
  // Two callers, so that none is alone.
  for (const session of ['one', 'two']) await fetch(`${url}/api/read`, { headers: { cookie: `session=${session}` } });
});
afterEach(async () => {
  release();
  for (const socket of sockets.splice(0)) socket.destroy();
  app.server.closeAllConnections();
  await app.close();
});

const bodyOf = (n: number) => JSON.stringify({ n });
const textOf = (n: number) =>
  `POST /api/work HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bodyOf(n).length}\r\n\r\n${bodyOf(n)}`;
const work = (n: number, session?: string) =>
  fetch(`${url}/api/work`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(session && { cookie: `session=${session}` }) },
    body: bodyOf(n),
  });

async function open(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}
const isAnswered = async (path: string) => (await fetch(url + path)).status;

describe('requests', () => {
  it('wait for others of their caller for the same call, and for no others', async () => {
    const waiting = Array.from({ length: 9 }, (_, n) => work(n));
    await expect.poll(() => [begun, limit.waiting]).toEqual([8, 1]);
    expect([await isAnswered('/login'), await isAnswered('/api/read')]).toEqual([200, 200]);
    const other = work(9, 'other');
    await expect.poll(() => begun).toBe(9);
    release();
    const answers = await Promise.all([...waiting, other]);
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual(
      Array.from({ length: 10 }, (_, n) => ({ n })),
    );
    expect(limit.waiting).toBe(0);
  });

  it('are refused where a thousand of the caller have no answer yet; pipelined on one connection', async () => {
    await open(Array.from({ length: 1_000 }, (_, n) => textOf(n)).join(''));
    await expect.poll(() => limit.waiting).toBe(992);
    const refused = await work(0);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await refused.json()).toMatchObject({ code: 'TOO_MUCH_AT_ONCE' });
    expect(await isAnswered('/api/read')).toBe(200);
    release();
    await expect.poll(() => begun).toBe(1_000);
    expect([max, (await work(1)).status]).toEqual([8, 200]);
  });

  it('that are half sent take no slot', async () => {
    release();
    const half = textOf(1).slice(0, -2);
    for (let n = 0; n < 300; n += 1) await open(half);
    expect([(await work(1)).status, begun]).toEqual([200, 1]);
    for (const socket of sockets.splice(0)) socket.destroy();
    expect([(await work(2)).status, limit.waiting]).toEqual([200, 0]);
  });

  it('give their slots back after their clients have gone, pipelined ones too', async () => {
    for (let n = 0; n < 10; n += 1) await open(textOf(n).repeat(100));
    await expect.poll(() => limit.waiting).toBe(992);
    for (const socket of sockets.splice(0)) socket.destroy();
    release();
    await expect.poll(() => [limit.waiting, underWay]).toEqual([0, 0]);
    expect((await work(1)).status).toBe(200);
  });

  it('of a caller that is alone are handled 256 at once, until another caller comes', async () => {
    const few = Array.from({ length: 20 }, (_, n) => work(n, 'two'));
    await expect.poll(() => [begun, limit.waiting]).toEqual([8, 12]);
    now = 30_000;
    const many = Array.from({ length: 20 }, (_, n) => work(n, 'two'));
    await expect.poll(() => [begun, limit.waiting]).toEqual([40, 0]);
    await fetch(`${url}/api/read`);
    many.push(work(40, 'two'));
    await expect.poll(() => limit.waiting).toBe(1);
    release();
    for (const answer of [...few, ...many]) expect((await answer).status).toBe(200);
  });
});
