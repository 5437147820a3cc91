import type { CDPSession, Page } from 'playwright-core';

interface Stub {
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
