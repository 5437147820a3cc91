import { calls } from '@perktree/contracts/catalogue/calls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi, getPage, newLogin, proof } from './api.ts';
import { ApiError } from './api-error.ts';
import { lastPosition, rememberPosition } from './public/position.ts';

const SITE = '00000000-0000-4000-8000-000000000001';
interface Sent {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
}
let sent: Sent[];

/** Answers the requests in their order, then repeats the last answer. */
function serve(...answers: (() => Response)[]) {
  sent = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init, headers: new Headers(init.headers) });
    return Promise.resolve((answers[sent.length - 1] ?? answers.at(-1))?.());
  });
}
const json = (body: unknown, init?: ResponseInit) => () => new Response(JSON.stringify(body), init);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('callApi', () => {
  it('fills in path and query, and sends cookies', async () => {
    serve(json([]));
    await callApi(calls.listQrs, { params: { siteId: SITE }, query: { limit: '5' } });
    expect(sent[0]?.url).toBe(`/api/sites/${SITE}/qrs?limit=5`);
    expect(sent[0]?.init).toMatchObject({ method: 'GET', credentials: 'include' });
  });

  it('escapes path parameters', async () => {
    serve(json({}));
    await callApi(calls.customerScanInfo, { params: { token: 'a/b?c' } });
    expect(sent[0]?.url).toBe('/api/scan-info/customer/a%2Fb%3Fc');
  });

  it('repeats a sensitive call once the user has proved who they are, and not if they cancel', async () => {
    const refused = json({ code: 'PROOF_REQUIRED' }, { status: 403 });
    const create = () => callApi(calls.createApiKey, { body: { name: 'Till', scopes: ['redeem'], siteIds: null } });
    for (const isProved of [true, false]) {
      serve(refused, json({ key: 'the key' }));
      const end = proof.register(async () => isProved);
      if (isProved) expect(await create()).toMatchObject({ key: 'the key' });
      else await expect(create()).rejects.toMatchObject({ code: 'PROOF_REQUIRED' });
      expect(sent).toHaveLength(isProved ? 2 : 1);
      end();
    }
  });

  it('repeats a call once the user has logged in again, and then asks for proof', async () => {
    const refused = (code: string) => json({ code }, { status: 401 });
    serve(refused('NOT_SIGNED_IN'), refused('PROOF_REQUIRED'), json({ key: 'the key' }));
    const asked: string[] = [];
    const ends = Object.entries({ newLogin, proof }).map(([name, question]) =>
      question.register(async () => {
        asked.push(name);
        return true;
      }),
    );
    const create = callApi(calls.createApiKey, { body: { name: 'Till', scopes: ['redeem'], siteIds: null } });
    expect(await create).toMatchObject({ key: 'the key' });
    expect(asked).toEqual(['newLogin', 'proof']);
    for (const end of ends) end();
  });

  it('gives each write its own Idempotency-Key', async () => {
    serve(json({}));
    for (let i = 0; i < 2; i += 1) await callApi(calls.createSite, { body: { name: 'Shop', currency: 'EUR' } });
    const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{32,36}$/);
    expect(new Set(keys).size).toBe(2);
    expect(sent[0]?.init.body).toBe('{"name":"Shop","currency":"EUR"}');
  });

  it('reads at least the position of the last write', async () => {
    const position = String(BigInt(lastPosition() ?? 0) + 41n);
    serve(json({}, { headers: { 'X-Position': position } }), json([]));
    await callApi(calls.createSite, { body: { name: 'Shop', currency: 'EUR' } });
    await callApi(calls.listSites, {});
    expect(sent[1]?.headers.get('X-Min-Position')).toBe(position);
  });

  it('never goes back to an older position', () => {
    rememberPosition('1000');
    rememberPosition('999');
    rememberPosition('nonsense');
    expect(lastPosition()).toBe('1000');
  });

  it('makes an error from the status and body', async () => {
    serve(json({ message: 'This QR code is not claimed.', code: 'NOT_CLAIMED', requestId: 'r1' }, { status: 409 }));
    const error = await callApi(calls.listSites, {}).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: '409: {"message":"This QR code is not claimed.","code":"NOT_CLAIMED","requestId":"r1"}',
      serverMessage: 'This QR code is not claimed.',
      code: 'NOT_CLAIMED',
      requestId: 'r1',
    });
  });

  it('turns a lost connection into an error too', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(callApi(calls.listSites, {})).rejects.toMatchObject({ status: 0 });
  });

  it.each([
    ['an answer', 200],
    ['a refusal', 404],
  ])('turns %s that is cut off into the same error', async (_, status) => {
    const cutOff = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) });
    serve(() => new Response(cutOff, { status }));
    const error = callApi(calls.listSites, {});
    await expect(error).rejects.toMatchObject({ status: 0, serverMessage: 'The server cannot be reached. Try again.' });
  });

  it('leaves it to the caller that its request was aborted while the answer arrived', async () => {
    const aborted = new ReadableStream({ start: (stream) => stream.error(new DOMException('', 'AbortError')) });
    serve(() => new Response(aborted));
    await expect(getPage('/api/me/sites', null)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('503 with Retry-After', () => {
  const behind = () => new Response('{}', { status: 503, headers: { 'Retry-After': '1' } });

  it('retries a read until it is answered', async () => {
    serve(behind, behind, json([1]));
    const answer = callApi(calls.listSites, {});
    await vi.runAllTimersAsync();
    expect(await answer).toEqual([1]);
    expect(sent).toHaveLength(3);
  });

  it('gives up after a bounded number of retries', async () => {
    serve(behind);
    const answer = callApi(calls.listSites, {}).catch((e: unknown) => e);
    await vi.runAllTimersAsync();
    expect(await answer).toMatchObject({ status: 503 });
    expect(sent).toHaveLength(5);
  });

  it('never retries a write', async () => {
    serve(behind);
    await expect(callApi(calls.createSite, { body: { name: 'a', currency: 'EUR' } })).rejects.toMatchObject({
      status: 503,
    });
    expect(sent).toHaveLength(1);
  });
});

describe('getPage', () => {
  it('reads the page at a cursor, and says where the next one is', async () => {
    serve(json([1, 2], { headers: { 'X-Next-Cursor': 'a&b', 'X-Total-Count': '3' } }), json([3]));
    expect(await getPage('/api/me/sites?q=x', null)).toEqual({ items: [1, 2], nextCursor: 'a&b', total: 3 });
    expect(await getPage('/api/me/sites?q=x', 'a&b')).toEqual({ items: [3], nextCursor: null, total: null });
    expect(sent.map(({ url }) => url)).toEqual(['/api/me/sites?q=x', '/api/me/sites?q=x&cursor=a%26b']);
  });
});
