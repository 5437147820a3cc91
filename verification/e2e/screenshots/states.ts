import type { Page, Route } from 'playwright-core';

/** The session is answered in every state, so that the picture shows the screen and not a redirect. */
const READS = /\/api\/(?!auth\/|events)/;

type Undo = () => Promise<void>;

async function answering(page: Page, handler: (route: Route) => unknown): Promise<Undo> {
  await page.route(READS, handler);
  return () => page.unroute(READS, handler);
}

/** States of a screen without its data, by name. */
export const STATES: Readonly<Record<string, (page: Page) => Promise<Undo>>> = {
  // Not answered before the picture is taken.
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
