import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it, vi } from 'vitest';
import { callApi } from '../api.ts';
import { publicCalls } from './public-calls.ts';
import { newIdempotencyKey } from './send-once.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const qr = { params: { siteId: ID, qrId: ID } };
const deactivate = () => callApi(calls.deactivateQr, qr);
const activate = () => callApi(calls.activateQr, qr);
const rotate = () => callApi(calls.rotateApiKey, { params: { keyId: ID }, body: {} });
const redeem = () => publicCalls.redeem('token');
const ofCaller = () => callApi(calls.activateQr, qr, { idempotencyKey: 'row 1' });

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const done = () => new Response('{}');
const refused = (status: number, body = '{}') => new Response(body, { status });
const cutOff = () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError()) }));
const inUse = () => refused(409, '{"code":"IDEMPOTENCY_KEY_IN_USE"}');

type Answers = readonly (() => Response | Promise<Response>)[];
let keys: (string | null)[];
/** Answers one request after another. */
function serve(answers: Answers) {
  keys = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('Idempotency-Key'));
    return answers[keys.length - 1]?.();
  });
}

beforeEach(async () => {
  serve([done]);
  await activate();
  return () => vi.unstubAllGlobals();
});

const CASES: readonly (readonly [string, Answers, readonly (() => Promise<unknown>)[], readonly number[]])[] = [
  ['is lost or 503', [lost, () => refused(503), done, done], [rotate, rotate, rotate, rotate], [1, 1, 1, 4]],
  ['is cut off', [cutOff, done], [rotate, rotate], [1, 1]],
  ['is the page of a captive portal', [() => new Response('<html>'), done], [rotate, rotate], [1, 1]],
  ['says that the first request is still under way', [inUse, done], [rotate, rotate], [1, 1]],
  ['says that the session has ended', [() => refused(401), done], [rotate, rotate], [1, 1]],
  ['says that the limit is reached', [() => refused(429), done], [rotate, rotate], [1, 1]],
  ['is a refusal, which is kept with the first key', [() => refused(409), done], [rotate, rotate], [1, 2]],
  ['comes after another command', [lost, done, done], [deactivate, activate, deactivate], [1, 2, 3]],
  ['comes after another lost command', [lost, lost, done], [deactivate, activate, deactivate], [1, 2, 3]],
  ['is lost on a public page', [lost, done, done], [redeem, redeem, redeem], [1, 1, 3]],
  ['comes after one whose key the caller keeps', [lost, lost, done], [deactivate, ofCaller, deactivate], [1, 2, 1]],
];

it.each(CASES)(
  'repeats a command under its key only while it may have been carried out: the answer %s',
  async (_, answers, commands, first) => {
    serve(answers);
    for (const send of commands) await send().catch(() => undefined);
    // For each request the number of the first one with the same key.
    expect(keys.map((key) => keys.indexOf(key) + 1)).toEqual(first);
    if (commands.includes(ofCaller)) expect(keys[1]).toBe('row 1');
  },
);

it('makes distinct keys without randomUUID, as over plain http', () => {
  const insecure = { getRandomValues: crypto.getRandomValues.bind(crypto) };
  const made = [newIdempotencyKey(insecure), newIdempotencyKey(insecure)];
  expect(made).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(made[0]).not.toBe(made[1]);
});
