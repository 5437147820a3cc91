import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { unstubAll } from './stub.ts';

/** An element that the specification requires: its exact text, or how to locate it. */
export type Seen = string | readonly [row: string, where: (page: Page) => Locator];

export type Width = 'phone' | 'desktop';

export interface Place {
  /** Section and screen, as in the names of its tests. */
  readonly name: string;
  /** The viewport, or both if the layouts differ. Default: desktop. */
  readonly on?: Width | 'both';
  readonly open: () => Promise<Page>;
  readonly sees: readonly Seen[];
  readonly seesNot?: readonly Seen[];
}

const whereOf = (seen: Seen): readonly [string, (page: Page) => Locator] =>
  typeof seen === 'string' ? [seen, (page) => page.getByText(seen, { exact: true })] : seen;
const visible = (page: Page, where: (page: Page) => Locator) => where(page).filter({ visible: true }).first();

/**
 * Opens each place of this width once, and makes a test for each element that must or must not be visible. Afterwards it
 * removes the page's stubs.
 */
export function testPlaces(places: readonly Place[], width: Width): void {
  const shown = places.filter(({ on = 'desktop' }) => on === width || on === 'both');
  describe.each(shown.map((place) => [place.name, place] as const))('%s', (_, place) => {
    let page: Page;
    beforeAll(async () => {
      page = await place.open();
    });
    afterAll(() => page && unstubAll(page));
    it.each(place.sees.map(whereOf))('%s', async (_row, where) => {
      await visible(page, where).waitFor();
    });
    if (place.seesNot) {
      it.each(place.seesNot.map(whereOf))('not: %s', async (row, where) => {
        // The elements above have appeared, so the page is complete.
        if (await visible(page, where).count()) throw new Error(`${row} is there`);
      });
    }
  });
}

export const heading = (name: string): Seen => [name, (page) => page.getByRole('heading', { name, exact: true })];
export const button = (name: string): Seen => [name, (page) => page.getByRole('button', { name, exact: true })];
export const link = (name: string): Seen => [name, (page) => page.getByRole('link', { name, exact: true })];
export const tab = (name: string): Seen => [name, (page) => page.getByRole('tab', { name, exact: true })];
/** A part of an element's text. */
export const part = (text: string | RegExp): Seen => [String(text), (page) => page.getByText(text)];
