import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import type { Session } from '../session.ts';
import type { Admission } from './admission.ts';
import { Callers } from './callers.ts';
import { installAdmission } from './install.ts';

const BOUNDS = {
  room: 8,
  alone: 4,
  besideOthers: 1,
  whileServed: 1,
  oneEveryMs: 0,
  servedMs: 0,
  own: 1,
  waitingOfOne: 2,
  waiting: 100,
  aboutMs: 60_000,
};
let app: FastifyInstance;
let admission: Admission;
let release: () => void = () => {};
const answered: string[] = [];

/** Two people, and calls that are answered when they are let go. */
async function started(bounds = BOUNDS): Promise<string> {
  app = createApp({ logger: false, publicOrigin: null });
  const callers = new Callers();
  const watcher = { onWaited() {}, onRefused() {} };
  admission = installAdmission(app, { bounds, callers, watcher, refusedAfterMs: 10 });
  const { authenticate } = callers.learnFrom({
    sessionCookieName: 'session',
    authenticate: async ({ cookies: { session: userId } }) =>
      userId?.startsWith('person') ? ({ userId, tenantId: null } as unknown as Session) : null,
  });
  const gate = new Promise<void>((done) => {
    release = done;
  });
  app.get('/me', async (request) => ({ id: (await authenticate(request))?.userId ?? null }));
  app.post('/work', async (request) => {
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
  app.server.closeAllConnections();
  await app.close();
});

const signedIn = (person: string) => ({ cookie: `other=1; session=${person}; more=2` });
/** A second call is the account's. */
async function known(url: string, person: string): Promise<void> {
  for (const _ of [1, 2]) await fetch(`${url}/me`, { headers: signedIn(person) });
}
const work = (url: string, n: number, headers: Record<string, string> = {}) =>
  fetch(`${url}/work`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ n }),
  });

describe('requests, let in by their turn', () => {
  it('wait behind the others of the same caller, whoever else is served meanwhile; more is refused', async () => {
    const url = await started();
    await known(url, 'person-1');
    await known(url, 'person-2');
    const first = [1, 2, 3].map((n) => work(url, n, signedIn('person-1')));
    await expect.poll(() => [admission.running, admission.waiting]).toEqual([1, 2]);
    const refused = await work(url, 4, signedIn('person-1'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await refused.json()).toMatchObject({ code: 'TOO_MUCH_AT_ONCE' });
    expect(await (await fetch(`${url}/me`, { headers: signedIn('person-2') })).json()).toEqual({ id: 'person-2' });
    expect((await fetch(`${url}/healthz`, { headers: signedIn('person-1') })).status).toBe(200);
    release();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answered).toEqual(['1', '2', '3']);
    expect([admission.running, admission.waiting]).toEqual([0, 0]);
  });

  it('are refused one by one, though they came together: no timer goes off before its time', async () => {
    const url = await started({ ...BOUNDS, waitingOfOne: 0 });
    const began = performance.now();
    const times: number[] = [];
    const all = Array.from({ length: 50 + BOUNDS.alone }, async (_, n) => {
      if ((await work(url, n, signedIn('made-up'))).status === 429) times.push(performance.now() - began);
    });
    await expect.poll(() => times.length).toBe(50);
    release();
    await Promise.all(all);
    // 10 ms for the first, and 4 between two of them; a timer may be a millisecond early.
    expect(Math.max(...times)).toBeGreaterThan(10 + 49 * 4 - 2);
  });

  it('count by their network until their session has been looked up, whatever they claim', async () => {
    const url = await started({ ...BOUNDS, waitingOfOne: 0 });
    await known(url, 'person-1');
    const all = [1, 2, 3].map((n) => work(url, n, signedIn(`made-up-${n}`)));
    expect((await Promise.race(all)).status).toBe(429);
    expect((await fetch(`${url}/me`, { headers: signedIn('person-1') })).status).toBe(200);
    release();
    expect((await Promise.all(all)).map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
  });

  it('are not held back beside their own network, once their session has been looked up', async () => {
    const url = await started();
    await fetch(`${url}/me`, { headers: signedIn('person-1') });
    const all = [1, 2, 3].map((n) => work(url, n, signedIn('person-1')));
    await expect.poll(() => [admission.running, admission.waiting]).toEqual([3, 0]);
    release();
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('keep no place for a client that is gone, nor for an answer that goes on', async () => {
    const url = await started();
    await known(url, 'person-1');
    const one = work(url, 1);
    await expect.poll(() => admission.running).toBe(1);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => admission.waiting).toBe(1);
    socket.destroy();
    await expect.poll(() => admission.waiting).toBe(0);
    release();
    await one;
    const stream = await fetch(`${url}/stream`);
    expect([stream.status, admission.running]).toEqual([200, 0]);
    await stream.body?.cancel();
  });

  it('are let in at once where the product asks itself', async () => {
    await started({ ...BOUNDS, room: 0, waiting: 0 });
    expect((await app.inject('/me')).statusCode).toBe(200);
  });
});
