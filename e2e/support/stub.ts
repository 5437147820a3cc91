import type { CDPSession, Page } from 'playwright-core';

export interface Stub {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** What the path ends in; a star stands for one segment. */
  readonly path: string;
  readonly status?: number;
  /** Text goes as it is, anything else as JSON. */
  readonly body?: unknown;
}

/**
 * Playwright's `page.route` has the browser load every file of every page anew, and ask about each. This holds up the
 * calls of the API alone.
 */
const CALLS = [{ urlPattern: '*/api/*' }];

interface Stubbed {
  readonly session: CDPSession;
  readonly stubs: Set<Stub>;
}
const stubbed = new WeakMap<Page, Promise<Stubbed>>();

/** Answers a call in the server's place until the function that it gives is called. The stub made last counts. */
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

/** Whether calls of a page were ever answered here: what it has kept of such answers stays until it is loaded anew. */
export const wasStubbed = (page: Page): boolean => stubbed.has(page);

/** Takes back every stub of a page, and every `page.route`. */
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
    // Whoever asked may have gone to another page by now.
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

/** An answer that refuses, with a sentence for a person. */
export const refusal = (status: number, message: string): Pick<Stub, 'status' | 'body'> => ({
  status,
  body: { message, code: 'REFUSED' },
});
