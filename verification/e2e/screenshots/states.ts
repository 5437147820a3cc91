import type { Page, Route } from 'playwright-core';

/** Who is signed in is known in every state: the picture is of the screen, not of the way to it. */
const READS = /\/api\/(?!auth\/|events)/;

type Undo = () => Promise<void>;

async function answering(page: Page, handler: (route: Route) => unknown): Promise<Undo> {
  await page.route(READS, handler);
  return () => page.unroute(READS, handler);
}

/** What a screen looks like when its data does not come, by the name of the state. */
export const STATES: Readonly<Record<string, (page: Page) => Promise<Undo>>> = {
  // Never answered, as far as the picture is concerned.
  loading: (page) => answering(page, () => undefined),
  error: (page) =>
    answering(page, (route) =>
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
