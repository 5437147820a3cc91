import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it, vi } from 'vitest';
import { callApi } from '../api.ts';
import { publicCalls } from './public-calls.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const qr = { params: { siteId: ID, qrId: ID } };
const deactivate = () => callApi(calls.deactivateQr, qr);
const activate = () => callApi(calls.activateQr, qr);
const rotate = () => callApi(calls.rotateApiKey, { params: { keyId: ID }, body: {} });

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const done = () => new Response('{}');
const refused = (status: number, body = '{}') => new Response(body, { status });

let keys: (string | null)[];
/** Answers one request after another. */
function serve(...answers: (() => Response | Promise<Response>)[]) {
  keys = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('Idempotency-Key'));
    return answers[keys.length - 1]?.();
  });
}
/** @returns for each request the number of the first one with the same key */
async function keysOf(...commands: (() => Promise<unknown>)[]): Promise<number[]> {
  for (const send of commands) await send().catch(() => undefined);
  return keys.map((key) => keys.indexOf(key) + 1);
}

beforeEach(async () => {
  serve(done);
  await activate();
  return () => vi.unstubAllGlobals();
});

it('repeats a command without an answer under its key, until it is answered', async () => {
  serve(lost, () => refused(503), done, done);
  expect(await keysOf(rotate, rotate, rotate, rotate)).toEqual([1, 1, 1, 4]);
});

it.each([
  ['is cut off', () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError()) }))],
  ['is the page of a captive portal', () => new Response('<html>')],
  ['says that the first request is still under way', () => refused(409, '{"code":"IDEMPOTENCY_KEY_IN_USE"}')],
  ['says that the session has ended', () => refused(401)],
  ['says that the limit is reached', () => refused(429)],
])('repeats a command under its key if the answer %s', async (_, answer) => {
  serve(answer, done);
  expect(await keysOf(rotate, rotate)).toEqual([1, 1]);
});

it('sends a refused command again under a new key, because the refusal is kept with the first one', async () => {
  serve(() => refused(409), done);
  expect(await keysOf(rotate, rotate)).toEqual([1, 2]);
});

it.each([
  ['answered', done],
  ['lost', lost],
])('gives a command a new key after another one, which was %s and may have undone it', async (_, answer) => {
  serve(lost, answer, done);
  expect(await keysOf(deactivate, activate, deactivate)).toEqual([1, 2, 3]);
});

it('does the same on public pages', async () => {
  serve(lost, done, done, done);
  const [redeem, other] = [() => publicCalls.redeem('token'), () => publicCalls.redeem('other')];
  expect(await keysOf(redeem, redeem, redeem, other)).toEqual([1, 1, 3, 4]);
});

it('leaves keys that the caller keeps as they are', async () => {
  serve(lost, lost, done);
  const kept = () => callApi(calls.activateQr, qr, { idempotencyKey: 'row 1' });
  expect(await keysOf(deactivate, kept, deactivate)).toEqual([1, 2, 1]);
  expect(keys[1]).toBe('row 1');
});
