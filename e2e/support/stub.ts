import type { Page } from 'playwright-core';

export interface Stub {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** What the path ends in; a star stands for one segment. */
  readonly path: string;
  readonly status?: number;
  /** Text goes as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** Answers a call in the server's place until the function that it gives is called. */
export async function stub(page: Page, { method, path, status = 200, body = {} }: Stub): Promise<() => Promise<void>> {
  const matches = new RegExp(`${path.replaceAll('*', '[^/]+')}$`);
  const pattern = (url: URL) => matches.test(url.pathname);
  await page.route(pattern, (route) => {
    if (route.request().method() !== method) return route.fallback();
    return route.fulfill({
      status,
      contentType: 'application/json',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  });
  return () => page.unroute(pattern);
}

/** An answer that refuses, with a sentence for a person. */
export const refusal = (status: number, message: string): Pick<Stub, 'status' | 'body'> => ({
  status,
  body: { message, code: 'REFUSED' },
});
