import { HEADERS } from '@perktree/contracts/kernel/common';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { ALL_SCREENS, SITE_ID } from '@perktree/ui/testing/all-screens';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openWindow, PHONE, settled, type Window } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { canReadPaper, layOut, noticePrint, packed, paperOf, printWhole, rowsNotWhole } from './support/paper.ts';
import { Person } from './support/person.ts';
import { useProduct } from './support/use-product.ts';

/** `MOST_PRINTED_ROWS` in ui/lib/printing.ts. */
const MOST_ROWS = 2_000;
const ACCOUNTS: Readonly<Record<Role, string>> = {
  site_owner: 'owner',
  ...{ distributor: 'distributor', staff: 'staff', customer: 'customer', auditor: 'auditor', superadmin: 'superadmin' },
};
/**
 * Lists that no screen shows as rows: news behind the bell, what is in the cache for a code without network, the site of a page, and
 * choices of a form.
 */
const NO_ROWS =
  /\/me\/notifications|\/qrs\?.*ids=|\/me\/scans\?.*show=open|\/me\/sites\?.*(ids=|limit=2$)|\/staff\?|show=unpayable/;

const running = useProduct('the medium business');
/** Ids of the business by the beginnings of the addresses that need another one than the site's. */
let ids: readonly (readonly [start: string, id: string])[];
let site: { readonly id: string; readonly name: string };
let root: string;
let opened: Window | undefined;

interface WithId {
  readonly id: string;
}

beforeAll(async () => {
  const signIn = (role: Role) => Person.signIn(running.product.url, demoAccount(ACCOUNTS[role]));
  const owner = await signIn('site_owner');
  const first = async (person: Person, path: string) => (await person.get<readonly [WithId]>(`${path}limit=1`))[0].id;
  [site] = await owner.get<[typeof site]>('/api/me/sites');
  const at = `/api/sites/${site.id}`;
  root = await first(owner, `${at}/qrs?sort=scans&`);
  const distributor = await signIn('distributor');
  const redemption = await first(owner, `${at}/redemptions?`);
  const customer = await (await signIn('customer')).get<WithId>('/api/auth/user');
  const tenants = await (await signIn('superadmin')).get<readonly (WithId & { email: string })[]>(
    '/api/support/tenants?limit=50',
  );
  ids = [
    ['/audit/entries/', await first(distributor, '/api/distributors/me/ledger?')],
    ['/support/redemption/', redemption],
    ['/support/customer/', customer.id],
    ['/support/tenants/', tenants.find(({ email }) => email === demoAccount('owner').email)?.id ?? ''],
    ['/payouts/', await first(distributor, '/api/distributors/me/payouts?')],
  ];
  // A row for a list that a new business has empty.
  await owner.post(`/api/redemptions/${redemption}/dispute`, { action: 'open', text: 'The till took less.' });
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

/** The real address of a screen. */
function addressOf(path: string): string {
  const id = ids.find(([start]) => path.startsWith(start))?.[1] ?? site.id;
  const address = path.replaceAll(SITE_ID, id);
  return path.startsWith('/qr-management/tree') ? `${address}&qr=${root}` : address;
}

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
  const { email, password } = demoAccount(ACCOUNTS[role]);
  await context.request.post('/api/auth/login', { data: { email, password } });
  await page.goto(addressOf(path));
  await settled(page);
  return { page, read, pageErrors };
}

const SCREENS = ALL_SCREENS.filter((screen): screen is readonly [string, Role] => screen[1] !== null);

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
      const isOfSite = /[=/]00000000/.test(path) && addressOf(path).includes(site.id);
      for (const [n, text] of paper.pages.entries()) {
        expect(text).toMatch(look.language === 'es' ? /Impresoel.*GMT/ : /Printed.*GMT/);
        expect(text).toContain(`${n + 1}/${paper.pages.length}`);
        expect(text).toContain(`PerkTree·${isOfSite ? packed(`${site.name}·`) : ''}`);
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
