import type { BrowserContext, Page, Route } from 'playwright-core';

/** How long a page may take to show its data. */
const SETTLE_MS = 700;
/** Who is signed in is known in every state: the picture is of the screen, not of the way to it. */
const READS = /\/api\/(?!auth\/|events)/;

type Undo = () => Promise<void>;

async function answering(context: BrowserContext, handler: (route: Route) => unknown): Promise<Undo> {
  await context.route(READS, handler);
  return () => context.unroute(READS, handler);
}

/** What else a screen looks like, besides with its data: by the name of the state. */
export const STATES: Readonly<Record<string, (context: BrowserContext) => Promise<Undo>>> = {
  // Never answered, as far as the picture is concerned.
  loading: (context) => answering(context, () => undefined),
  error: (context) =>
    answering(context, (route) =>
      route.fulfill({
        status: 500,
        json: {
          message: 'Something went wrong on our side.',
          code: 'INTERNAL',
          requestId: '3cac139a-f148-421f-95f5-a71ed99b5166',
        },
      }),
    ),
};

/** Data has come and spinners are gone. The network is never idle: a page keeps its stream of live updates open. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.waitForTimeout(SETTLE_MS);
}
