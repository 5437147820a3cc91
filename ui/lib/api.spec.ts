import { calls } from '@perktree/contracts/catalogue/calls';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callApi, getFile, getPage, newLogin, proof } from './api.ts';
import { ApiError, apiErrorFrom } from './api-error.ts';
import { lastPosition, rememberPosition } from './public/position.ts';

let sent: { readonly url: string; readonly init: RequestInit; readonly headers: Headers }[];

/** Answers the requests in their order, then repeats the last answer. */
function serve(...answers: (() => Response | Promise<never>)[]) {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init, headers: new Headers(init.headers) });
    const ended = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
    return Promise.race([ended, (answers[sent.length - 1] ?? answers.at(-1))?.()]);
  });
}
const json = (body: unknown, init?: ResponseInit) => () => new Response(JSON.stringify(body), init);
const refused = (code: string, status = 401) => json({ code }, { status });
const createKey = () => callApi(calls.createApiKey, { body: { name: 'Till', scopes: ['redeem'], siteIds: null } });
const createSite = () => callApi(calls.createSite, { body: { name: 'Shop', currency: 'EUR' } });
const listSites = () => callApi(calls.listSites, {});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('fills in path and query, escaped, and sends cookies and the body', async () => {
  serve(json({}));
  await callApi(calls.customerScanInfo, { params: { token: 'a/b?c' } });
  await callApi(calls.listQrs, { params: { siteId: 'site' }, query: { limit: '5' } });
  await createSite();
  expect(sent.map(({ url }) => url)).toEqual([
    '/api/scan-info/customer/a%2Fb%3Fc',
    '/api/sites/site/qrs?limit=5',
    '/api/sites',
  ]);
  expect(sent[1]?.init).toMatchObject({ method: 'GET', credentials: 'include' });
  expect(sent[2]?.init).toMatchObject({ method: 'POST', body: '{"name":"Shop","currency":"EUR"}' });
});

it('repeats a call once the user has logged in again and proved who they are, and not if they cancel', async () => {
  const asked: string[] = [];
  const answer = (isDone: boolean) => {
    const ends = Object.entries({ newLogin, proof }).map(([name, question]) =>
      question.register(async () => {
        asked.push(name);
        return isDone;
      }),
    );
    return () => ends.forEach((end) => void end());
  };
  const endDone = answer(true);
  serve(refused('NOT_SIGNED_IN'), refused('PROOF_REQUIRED', 403), json({ key: 'the key' }));
  expect(await createKey()).toMatchObject({ key: 'the key' });
  expect(asked).toEqual(['newLogin', 'proof']);
  endDone();
  const endCancelled = answer(false);
  serve(refused('PROOF_REQUIRED', 403), json({ key: 'the key' }));
  await expect(createKey()).rejects.toMatchObject({ code: 'PROOF_REQUIRED' });
  expect(sent).toHaveLength(1);
  endCancelled();
});

it('reads at least the position of the last write, and never goes back to an older one', async () => {
  const position = String(BigInt(lastPosition() ?? 0) + 41n);
  serve(json({}, { headers: { 'X-Position': position } }), json([]));
  await createSite();
  await listSites();
  expect(sent[1]?.headers.get('X-Min-Position')).toBe(position);
  rememberPosition('999999999');
  rememberPosition('1000000000');
  rememberPosition('999999999');
  rememberPosition('nonsense');
  expect(lastPosition()).toBe('1000000000');
});

it('8 · makes an error from the status and body, or the status text if the body is empty', async () => {
  const body = { message: 'This QR code is not claimed.', code: 'NOT_CLAIMED', requestId: 'r1' };
  serve(json(body, { status: 409 }));
  const error = await listSites().catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    message: `409: ${JSON.stringify(body)}`,
    ...{ serverMessage: body.message, code: 'NOT_CLAIMED', requestId: 'r1' },
  });
  expect(apiErrorFrom(502, 'Bad Gateway', '').message).toBe('502: Bad Gateway');
});

const cutOff =
  (error: Error, status = 200) =>
  () =>
    new Response(new ReadableStream({ start: (stream) => stream.error(error) }), { status });
const LOST = { status: 0, serverMessage: 'The server cannot be reached. Try again.' };
it.each([
  ['is lost', () => Promise.reject(new TypeError('Failed to fetch')), LOST],
  ['is cut off', cutOff(new TypeError('network error')), LOST],
  ['is a refusal that is cut off', cutOff(new TypeError('network error'), 404), LOST],
  ['is aborted by the caller', cutOff(new DOMException('', 'AbortError')), { name: 'AbortError' }],
])('an answer that %s is an error', async (_, answer, expected) => {
  serve(answer);
  await expect(getPage('/api/me/sites', null)).rejects.toMatchObject(expected);
});

const NEVER = () => new Promise<never>(() => {});
const endless = () => {
  const { signal } = sent.at(-1)?.init ?? {};
  const body = new ReadableStream({
    start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
  });
  return new Response(body);
};
const MAYBE_DONE = {
  status: 0,
  serverMessage: 'No answer came, so this may have been done. Try again: it is not done twice.',
};
it.each([
  ['a read that is not answered', NEVER, listSites, 40_000, LOST],
  ['an answer that does not end', endless, listSites, 300_000, LOST],
  ['a file that does not end', endless, () => getFile('/api/me/ledger', {}), 300_000, LOST],
  ['a command that is not answered', NEVER, createSite, 40_000, MAYBE_DONE],
  [
    'a command that is not answered in its own time',
    NEVER,
    () => callApi(calls.createSite, { body: { name: 'Shop', currency: 'EUR' } }, { answerWithinMs: 10_000 }),
    10_000,
    MAYBE_DONE,
  ],
])('%s ends as an error', async (_, answer, send, milliseconds, expected) => {
  serve(answer);
  let error: unknown;
  void send().catch((e: unknown) => {
    error = e;
  });
  await vi.advanceTimersByTimeAsync(milliseconds - 1);
  expect(error).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(error).toMatchObject(expected);
});

it('a command without network was not sent', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  serve(() => Promise.reject(new TypeError('no network')));
  await expect(createSite()).rejects.toMatchObject(LOST);
});

it('503 with Retry-After: retries a read until it is answered, at most four times, and never a write', async () => {
  const behind = () => new Response('{}', { status: 503, headers: { 'Retry-After': '1' } });
  serve(behind, behind, json([1]));
  const answer = listSites();
  await vi.runAllTimersAsync();
  expect([await answer, sent.length]).toEqual([[1], 3]);
  serve(behind);
  const failed = listSites().catch((e: unknown) => e);
  await vi.runAllTimersAsync();
  expect(await failed).toMatchObject({ status: 503 });
  expect(sent).toHaveLength(5);
  serve(behind);
  await expect(createSite()).rejects.toMatchObject({ status: 503 });
  expect(sent).toHaveLength(1);
});

it('reads the page at a cursor, and says where the next one is', async () => {
  serve(json([1, 2], { headers: { 'X-Next-Cursor': 'a&b', 'X-Total-Count': '3' } }), json([3]));
  expect(await getPage('/api/me/sites?q=x', null)).toEqual({ items: [1, 2], nextCursor: 'a&b', total: 3 });
  expect(await getPage('/api/me/sites?q=x', 'a&b')).toEqual({ items: [3], nextCursor: null, total: null });
  expect(sent.map(({ url }) => url)).toEqual(['/api/me/sites?q=x', '/api/me/sites?q=x&cursor=a%26b']);
});
