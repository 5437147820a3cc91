import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { ANSWERING, type ConcurrencyLimit } from './concurrency-limit.ts';
import { limitConcurrency, networkCaller } from './install.ts';

const BOUNDS = { perCaller: 1, alone: 1, queuedPerCaller: 2, activeMs: 60_000 };
let app: FastifyInstance;
let limit: ConcurrencyLimit;
let release: () => void = () => {};
let arrived = 0;
const answered: string[] = [];

async function started(bounds = BOUNDS): Promise<string> {
  app = createApp({ logger: false, publicOrigin: null });
  limit = limitConcurrency(app, {
    bounds,
    // As identity does: by a cookie that it has read.
    callerOf: (request) => request.cookies.session ?? networkCaller(request),
    refusedAfterMs: { least: 1, most: 2 },
  });
  const gate = new Promise<void>((done) => {
    release = done;
  });
  app.get('/me', async ({ cookies }) => ({ id: cookies.session ?? null }));
  app.post('/work', async (request) => {
    arrived += 1;
    await gate;
    answered.push(String((request.body as { n: number }).n));
    return {};
  });
  app.get('/stream', async (_request, reply) => {
    const stream = new Readable({ read() {} });
    stream.push('it goes on');
    return reply.send(stream);
  });
  app.get('/healthz', async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
afterEach(async () => {
  release();
  answered.length = 0;
  arrived = 0;
  app.server.closeAllConnections();
  await app.close();
});

const as = (person: string) => ({ cookie: `other=1; session=${person}; more=2` });
const work = (url: string, n: number, headers: Record<string, string> = {}) =>
  fetch(`${url}/work`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ n }),
  });

describe('requests', () => {
  it('wait behind the others of their caller while other callers are answered; more are refused', async () => {
    const url = await started();
    const first = work(url, 1, as('one'));
    await expect.poll(() => arrived).toBe(1);
    const more = [2, 3].map((n) => work(url, n, as('one')));
    await expect.poll(() => limit.queued).toBe(2);
    const refused = await work(url, 4, as('one'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await refused.json()).toMatchObject({ code: 'TOO_MUCH_AT_ONCE' });
    expect(await (await fetch(`${url}/me`, { headers: as('two') })).json()).toEqual({ id: 'two' });
    expect((await fetch(`${url}/healthz`, { headers: as('one') })).status).toBe(200);
    release();
    expect((await Promise.all([first, ...more])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([answered[0], limit.queued]).toEqual(['1', 0]);
  });

  it('release the slot of a disconnected client, and of a streaming answer', async () => {
    const url = await started();
    const one = work(url, 1);
    await expect.poll(() => arrived).toBe(1);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => limit.queued).toBe(1);
    socket.destroy();
    await expect.poll(() => limit.queued).toBe(0);
    release();
    await one;
    const stream = await fetch(`${url}/stream`);
    expect([stream.status, limit.queued]).toEqual([200, 0]);
    expect((await fetch(`${url}/me`)).status).toBe(200);
    await stream.body?.cancel();
  });

  it('that the product makes to itself are not limited', async () => {
    await started({ ...ANSWERING, alone: 0, queuedPerCaller: 0 });
    expect((await app.inject('/me')).statusCode).toBe(200);
  });
});
