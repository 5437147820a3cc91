import type { LookedUpScan } from '@perktree/contracts/http/scanning';
import type { CDPSession, Page } from 'playwright-core';

export interface Stub {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** End of the path; a star matches one segment. */
  readonly path: string;
  readonly status?: number;
  /** Text is sent verbatim, other values as JSON. */
  readonly body?: unknown;
}

/**
 * Intercepts only API calls. Playwright's `page.route` disables the cache and intercepts every file.
 */
const CALLS = [{ urlPattern: '*/api/*' }];

interface Stubbed {
  readonly session: CDPSession;
  readonly stubs: Set<Stub>;
}
const stubbed = new WeakMap<Page, Promise<Stubbed>>();

/** Answers a call in place of the server; the newest stub wins. @returns removes the stub */
export async function stub(page: Page, answer: Stub): Promise<() => Promise<void>> {
  const made = stubbed.get(page) ?? listenTo(page);
  stubbed.set(page, made);
  const { session, stubs } = await made;
  const own = { ...answer };
  stubs.add(own);
  await session.send('Fetch.enable', { patterns: CALLS });
  return async () => {
    stubs.delete(own);
    if (stubs.size === 0 && !page.isClosed()) await session.send('Fetch.disable');
  };
}

/** Whether the page ever had a stub, whose answers stay in its cache until a reload. */
export const wasStubbed = (page: Page): boolean => stubbed.has(page);

/** Removes all stubs and `page.route` handlers of a page. */
export async function unstubAll(page: Page): Promise<void> {
  await page.unrouteAll();
  const { session, stubs } = (await stubbed.get(page)) ?? {};
  stubs?.clear();
  await session?.send('Fetch.disable');
}

async function listenTo(page: Page): Promise<Stubbed> {
  const session = await page.context().newCDPSession(page);
  const stubs = new Set<Stub>();
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const path = new URL(request.url).pathname;
    const found = [...stubs].reverse().find((one) => one.method === request.method && endsIn(one.path).test(path));
    const answered = found
      ? session.send('Fetch.fulfillRequest', { requestId, ...answerOf(found) })
      : session.send('Fetch.continueRequest', { requestId });
    // The page may have navigated away.
    answered.catch(() => {});
  });
  return { session, stubs };
}

const endsIn = (path: string) => new RegExp(`${path.replaceAll('*', '[^/]+')}$`);

function answerOf({ status = 200, body = {} }: Stub) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    responseCode: status,
    responseHeaders: [{ name: 'Content-Type', value: 'application/json' }],
    body: Buffer.from(text).toString('base64'),
  };
}

/** A refusal with a message. */
export const refusal = (status: number, message: string): Pick<Stub, 'status' | 'body'> => ({
  status,
  body: { message, code: 'REFUSED' },
});

/** What a customer's code stands for, at the counter. */
export const LOOKED_UP: LookedUpScan = {
  ...{ benefit: '20% Discount', qrName: 'Summer', customerName: 'Customer', siteName: 'Harbour Bakery' },
  ...{ currency: 'EUR', defaultSaleAmount: '100.00', maxSaleAmount: '1000.00' },
  ...{ expiresAtUtc: '2030-01-01T00:00:00.000Z', redeemsInOneStep: false, awaitsConfirmation: false },
  redemptions: { used: 0, most: 3 },
  redemptionsOfCustomer: { used: 0, most: 1 },
};
