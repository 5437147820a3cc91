import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Stub, stub } from './stub.ts';

/** A row of the specification's table of toasts: its cause and its text. */
export interface ToastRow {
  readonly area: string;
  readonly title: string;
  /** Absent if the specification gives none. */
  readonly text?: string | RegExp;
  /** Default: destructive, as in the table. */
  readonly tone?: 'plain';
  /** Stubbed answers. */
  readonly answers?: readonly Stub[];
  /** The row's own path, if it differs from the table's. */
  readonly at?: string;
  readonly make: (page: Page) => Promise<unknown>;
  /** Further checks, or what restores the page. */
  readonly also?: (page: Page) => Promise<unknown>;
  /** The row leaves the page, so the next row opens it again. */
  readonly changes?: true;
}

/** Checks that exactly this toast is shown, word for word, and closes it. */
async function seeToastOf(page: Page, { title, text, tone }: Omit<ToastRow, 'area' | 'make'>): Promise<void> {
  const toast = page.locator('.toast').filter({ has: page.getByText(title, { exact: true }) });
  await toast.waitFor().catch(async (cause: unknown) => {
    throw new Error(`no toast '${title}' but ${JSON.stringify(await page.locator('.toast').allInnerTexts())}`, {
      cause,
    });
  });
  // It stays while the pointer is on it: on a busy machine its five seconds may end between two of these lines.
  await toast.hover();
  expect(await page.locator('.toast').count()).toBe(1);
  await expect.poll(() => toast.locator('.toast-title').innerText()).toBe(title);
  if (text !== undefined) {
    const said = await toast.locator('.toast-description').innerText();
    if (typeof text === 'string') expect(said).toBe(text);
    else expect(said).toMatch(text);
  }
  expect(/destructive/.test((await toast.getAttribute('class')) ?? '')).toBe(tone !== 'plain');
  await toast.locator('button').click();
  await toast.waitFor({ state: 'detached' });
}

/**
 * Makes a test for each row. They share one page, which is reopened only if a row has its own path or changed the page.
 * @param home the path of the other rows; called in the tests, because it may need data that a hook creates
 */
export function testToastRows(pageOf: () => Page, home: () => string, rows: readonly ToastRow[]): void {
  let at: string | null = null;
  it.each(rows.map((row) => [`8 · ${row.area} · ${row.title}${row.text ? ` · ${row.text}` : ''}`, row] as const))(
    '%s',
    async (_, row) => {
      const page = pageOf();
      const place = row.at ?? home();
      if (at !== place) await page.goto(place);
      at = null;
      const stubs = await Promise.all((row.answers ?? []).map((answer) => stub(page, answer)));
      try {
        await row.make(page);
        await seeToastOf(page, row);
        await row.also?.(page);
        at = row.changes ? null : place;
      } finally {
        await Promise.all(stubs.map((remove) => remove()));
      }
    },
  );
}
