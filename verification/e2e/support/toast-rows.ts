import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Stub, stub } from './stub.ts';

/** A row of the specification's table of toasts: its cause and its text. */
export interface ToastRow {
  readonly area: string;
  readonly title: string;
  /** Left out where the specification gives none. */
  readonly text?: string | RegExp;
  /** Destructive unless noted, as the table has it. */
  readonly tone?: 'plain';
  /** Stubbed answers. */
  readonly answers?: readonly Stub[];
  /** Where the row is to be seen, if it is not the table's place. */
  readonly at?: string;
  readonly make: (page: Page) => Promise<unknown>;
  /** What else is to be seen then, or done to have the page as it was. */
  readonly also?: (page: Page) => Promise<unknown>;
  /** The row leaves the page, so that the next row opens it again. */
  readonly changes?: true;
}

const WAIT_MS = 10_000;

/** The toast that is shown is this one to the letter; then it is put away. */
export async function seeToastOf(page: Page, { title, text, tone }: Omit<ToastRow, 'area' | 'make'>): Promise<void> {
  const toast = page.locator('.toast').filter({ has: page.getByText(title, { exact: true }) });
  await toast.waitFor({ timeout: WAIT_MS }).catch(async (cause: unknown) => {
    throw new Error(`no toast '${title}' but ${JSON.stringify(await page.locator('.toast').allInnerTexts())}`, {
      cause,
    });
  });
  expect(await page.locator('.toast').count()).toBe(1);
  await expect.poll(() => toast.locator('.toast-title, strong').innerText()).toBe(title);
  if (text !== undefined) {
    const said = await toast.locator('.toast-description, p').innerText();
    if (typeof text === 'string') expect(said).toBe(text);
    else expect(said).toMatch(text);
  }
  expect(/destructive/.test((await toast.getAttribute('class')) ?? '')).toBe(tone !== 'plain');
  await toast.locator('button').click();
  await toast.waitFor({ state: 'detached' });
}

/**
 * A test for each row, all on one page: it is reopened only where a row has another place, or changed the page.
 * @param home asked for late, since it may need what was made before the tests
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
