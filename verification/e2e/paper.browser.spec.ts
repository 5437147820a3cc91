import { HEADERS } from '@perktree/contracts/kernel/common';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { SITE_ID } from '@perktree/ui/testing/all-screens';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openWindow, PHONE, settled, type Window } from './support/browser.ts';
import { demoAccount, openDemo, SCREENS } from './support/demo.ts';
import { canReadPaper, layOut, noticePrint, packed, paperOf, printWhole, rowsNotWhole } from './support/paper.ts';
import { useProduct } from './support/use-product.ts';

/** `MOST_PRINTED_ROWS` in ui/lib/printing.ts. */
const MOST_ROWS = 2_000;
/**
 * Lists that no screen shows as rows: news behind the bell, what is in the cache for a code without network, the site of a page, and
 * choices of a form.
 */
const NO_ROWS =
  /\/me\/notifications|\/qrs\?.*ids=|\/me\/scans\?.*show=open|\/me\/sites\?.*(ids=|limit=2$)|\/staff\?|show=unpayable/;

const running = useProduct('--demo-medium');
let demo: Awaited<ReturnType<typeof openDemo>>;
let opened: Window | undefined;

beforeAll(async () => {
  demo = await openDemo(running.product.url);
  // A row for a list that a new business has empty.
  const dispute = { action: 'open', text: 'The till took less.' };
  await demo.owner.post(`/api/redemptions/${demo.redemptionId}/dispute`, dispute);
});
afterEach(() => opened?.context.close());

interface Look {
  readonly viewport: typeof PHONE;
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'es';
}
const LOOKS: readonly (readonly [string, Look])[] = [
  ['a desktop, light', { viewport: DESKTOP, theme: 'light', language: 'en' }],
  ['a phone, dark, in Spanish', { viewport: PHONE, theme: 'dark', language: 'es' }],
];

/** What a page has read of a list. */
interface ReadList {
  total: number | null;
  isWhole: boolean;
}

/** The lists that a page reads, by their address without place. */
function watchLists(page: Page): ReadonlyMap<string, ReadList> {
  const lists = new Map<string, ReadList>();
  page.on('response', (response) => {
    const headers = response.headers();
    const [total, next] = [headers[HEADERS.totalCount.toLowerCase()], headers[HEADERS.nextCursor.toLowerCase()]];
    if (NO_ROWS.test(response.url())) return;
    const url = new URL(response.url());
    const isPlace = url.searchParams.has('cursor');
    // Paper shows more levels of a tree than the screen.
    for (const place of ['cursor', 'limit', 'levels']) url.searchParams.delete(place);
    const isList = total !== undefined || next !== undefined || isPlace || lists.has(url.pathname + url.search);
    if (!isList) return;
    const list = lists.get(url.pathname + url.search) ?? { total: null, isWhole: false };
    if (total !== undefined) list.total = Number(total);
    list.isWhole ||= next === undefined;
    lists.set(url.pathname + url.search, list);
  });
  return lists;
}

async function open(role: Role, path: string, look: Look) {
  opened = await openWindow(running.browser, running.product.url, look.viewport);
  const { page, context, pageErrors } = opened;
  const read = watchLists(page);
  await noticePrint(page);
  await page.addInitScript(({ theme, language }) => {
    localStorage.setItem('theme', theme);
    localStorage.setItem('language', language);
  }, look);
  await page.emulateMedia({ colorScheme: look.theme });
  await context.request.post('/api/auth/login', { data: demoAccount(role) });
  await page.goto(demo.addressOf(path));
  await settled(page);
  return { page, read, pageErrors };
}

describe.runIf(canReadPaper).each(LOOKS)('printed from %s', (_, look) => {
  it.each(SCREENS)(
    '%s of %s: every row once and whole, nothing cut, on white, with head and numbers',
    async (path, role) => {
      const { page, read, pageErrors } = await open(role, path, look);
      await printWhole(page);
      expect(await page.locator('main [role=progressbar][aria-label]').count(), 'spinners').toBe(0);
      const { lists, cut } = await layOut(page);
      const paper = await paperOf(page);
      expect(cut, 'cut').toEqual([]);
      expect(lists.flatMap((list) => rowsNotWhole(paper, list))).toEqual([]);
      const longest = Math.max(0, ...lists.map(({ rows }) => rows.length));
      for (const [url, { total, isWhole }] of read) {
        expect(isWhole || longest >= MOST_ROWS, `all rows of ${url} are loaded`).toBe(true);
        if (!total) continue;
        const counts = lists.map(({ rows }) => rows.length);
        expect(Math.max(...counts.filter((count) => count <= total + 1)), `rows of ${url}`).toBeGreaterThanOrEqual(
          Math.min(total, MOST_ROWS),
        );
      }
      for (const grey of paper.brightness) expect(grey).toBeGreaterThan(200);
      const isOfSite = /[=/]00000000/.test(path) && demo.addressOf(path).includes(demo.site.id);
      for (const [n, text] of paper.pages.entries()) {
        expect(text).toMatch(look.language === 'es' ? /Impresoel.*GMT/ : /Printed.*GMT/);
        expect(text).toContain(`${n + 1}/${paper.pages.length}`);
        expect(text).toContain(`PerkTree·${isOfSite ? packed(`${demo.site.name}·`) : ''}`);
        // More than the head.
        expect(text.length, `page ${n + 1}`).toBeGreaterThan(100);
      }
      expect(pageErrors).toEqual([]);
    },
  );

  it('says on paper how a list was searched, filtered and sorted', async () => {
    const { page } = await open('site_owner', `/sites/${SITE_ID}/redemptions?q=Demo&show=redeemed&sort=oldest`, look);
    await printWhole(page);
    const [first = ''] = (await paperOf(page)).pages;
    const said = look.language === 'es' ? /Demo·Mostrar:.*·Ordenarpor:/ : /Demo·Show:.*·Sortby:/;
    expect(first).toMatch(said);
  });
});
