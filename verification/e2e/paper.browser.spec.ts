import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openWindow, PATIENCE_MS, PHONE, type Window } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { Person } from './support/person.ts';
import { useProduct } from './support/use-product.ts';

/** The texts of a PDF by poppler (Debian: `apt-get install poppler-utils`). */
const isReadable = spawnSync('pdftotext', ['-v']).status === 0;
const soon = { timeout: PATIENCE_MS };
/** `MOST_PRINTED_ROWS` in ui/lib/printing.ts. */
const MOST_ROWS = 2_000;

const running = useProduct('the medium business');
let folder: string;
let siteId: string;
let opened: Window | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paper-'));
  const owner = await Person.signIn(running.product.url, demoAccount('owner'));
  [{ id: siteId }] = await owner.get<[{ id: string }]>('/api/me/sites');
});
afterEach(() => opened?.context.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

declare global {
  var isPrinted: boolean;
}

async function open(
  as: 'owner' | 'distributor' | 'customer',
  path: string,
  look: Look,
  hasList: boolean,
): Promise<Page> {
  opened = await openWindow(running.browser, running.product.url, look.viewport);
  const { page, context } = opened;
  await page.addInitScript(({ theme, language }) => {
    localStorage.setItem('theme', theme);
    localStorage.setItem('language', language);
    window.print = () => {
      window.isPrinted = true;
    };
  }, look);
  await page.emulateMedia({ colorScheme: look.theme });
  const { email, password } = demoAccount(as);
  await context.request.post('/api/auth/login', { data: { email, password } });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor(soon);
  if (hasList) await page.locator('main [role=list], main [role=treegrid]').first().waitFor(soon);
  // The keys are heard once this is there.
  await page.locator('[role=status].no-print').waitFor({ state: 'attached', ...soon });
  return page;
}

interface Look {
  readonly viewport: typeof PHONE;
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'es';
}
const LOOKS: readonly (readonly [string, Look])[] = [
  ['a desktop, light', { viewport: DESKTOP, theme: 'light', language: 'en' }],
  ['a phone, dark, in Spanish', { viewport: PHONE, theme: 'dark', language: 'es' }],
];

/** Without spaces, which stand elsewhere on paper. */
const packed = (text: string) => text.normalize('NFKC').replace(/[\s\u00ad\u200b\u2066-\u2069]+/g, '');

/** Presses Ctrl+P and waits for the print dialog. */
async function printWhole(page: Page): Promise<void> {
  await page.keyboard.press('Control+p');
  await page.waitForFunction(() => window.isPrinted, null, soon);
}

/** Between the margins, CSS pixels: lists are laid out for the width of the paper. */
const A4 = { width: 703, height: 1001 };

/** The rows that the page lays out for the printer, by their list. */
async function rowsOf(page: Page): Promise<ReadonlyMap<string, readonly string[]>> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(A4);
  await page.evaluate(() => new Promise((then) => requestAnimationFrame(then)));
  const lists = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [role=list], main table, main ul, main dl')].map((list) => {
      const rows = [
        ...list.querySelectorAll<HTMLElement>(':scope > [role=listitem], :scope > tbody > tr, :scope > li'),
      ];
      return [list.ariaLabel || list.innerText, rows.map((row) => row.innerText)] as const;
    }),
  );
  return new Map(lists);
}

interface Paper {
  /** Text of each page, without spaces. */
  readonly pages: readonly string[];
  /** Mean brightness of each page, 0 to 255. */
  readonly brightness: readonly number[];
}

async function paperOf(page: Page): Promise<Paper> {
  const file = join(folder, 'page.pdf');
  writeFileSync(file, await page.pdf({ format: 'A4', preferCSSPageSize: true, printBackground: true }));
  const text = execFileSync('pdftotext', ['-raw', file, '-'], { maxBuffer: 1e9 }).toString('utf8');
  const pages = text.split('\f').slice(0, -1).map(packed);
  const pictures = execFileSync('pdftoppm', ['-r', '10', '-gray', '-l', '3', file], { maxBuffer: 1e9 });
  // Each picture: "P5\n83 117\n255\n" and a byte for each pixel.
  const brightness: number[] = [];
  for (let at = 0; at < pictures.length; ) {
    const [head = '', width = '0', height = '0'] =
      /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pictures.subarray(at, at + 40).toString('latin1')) ?? [];
    const pixels = pictures.subarray(at + head.length, at + head.length + Number(width) * Number(height));
    brightness.push(pixels.reduce((sum, grey) => sum + grey, 0) / pixels.length);
    at += head.length + pixels.length;
  }
  return { pages, brightness };
}

/** Fails unless every row is whole on one page, in the order of the list. */
function expectWholeRows({ pages }: Paper, rows: readonly string[]): void {
  let [number, from] = [0, 0];
  for (const row of rows) {
    const text = packed(row);
    // Cells that are painted before those to their left.
    const cells = row.split(/\n|\t/).map(packed);
    let end = -1;
    for (; number < pages.length && end < 0; ) {
      const page = pages[number] ?? '';
      const at = page.indexOf(text, from);
      if (at >= 0) end = at + text.length;
      else if (cells.every((cell) => page.includes(cell, from))) end = from;
      else [number, from] = [number + 1, 0];
    }
    expect(end, `not whole on a page: ${row}`).toBeGreaterThanOrEqual(0);
    from = end;
  }
}

type Screen = readonly [
  name: string,
  as: 'owner' | 'distributor' | 'customer',
  path: (site: string) => string,
  /** The calls of its lists, in their order on the page. */
  lists: (site: string) => readonly string[],
];
const SCREENS: readonly Screen[] = [
  ['charts', 'owner', () => '/dashboard', () => []],
  ['sites', 'owner', () => '/sites', () => ['/api/me/sites']],
  ['trees', 'owner', (site) => `/qr-management?site=${site}`, (site) => [`/api/sites/${site}/qrs`]],
  ['redemptions', 'owner', (site) => `/sites/${site}/redemptions`, (site) => [`/api/sites/${site}/redemptions`]],
  ['flags', 'owner', (site) => `/sites/${site}/flags`, (site) => [`/api/sites/${site}/flags`]],
  [
    'payouts of an owner',
    'owner',
    (site) => `/payouts?site=${site}&payouts=all`,
    (site) => [
      '/api/distributors/me/payouts',
      '/api/distributors/me/ledger',
      `/api/sites/${site}/top-distributors`,
      `/api/sites/${site}/blocked-distributors`,
    ],
  ],
  ['earnings of a distributor', 'distributor', () => '/payouts', () => ['/api/distributors/me/ledger']],
  ['scans of a customer', 'customer', () => '/my-scans', () => ['/api/me/scans']],
];

async function countOf(person: Person, path: string): Promise<number> {
  const { headers } = await person.send('GET', `${path}?limit=1`);
  return Number(headers.get('x-total-count'));
}

describe.runIf(isReadable).each(LOOKS)('printed from %s', (_, look) => {
  it.each(SCREENS)(
    '%s: every row once and whole, on white, with head and numbers',
    async (_name, as, pathOf, listsOf) => {
      const person = await Person.signIn(running.product.url, demoAccount(as));
      const page = await open(as, pathOf(siteId), look, listsOf(siteId).length > 0);
      await printWhole(page);
      expect(await page.locator('main [role=progressbar][aria-label]').count(), 'spinners').toBe(0);
      const rows = await rowsOf(page);
      const paper = await paperOf(page);
      const counts = await Promise.all(listsOf(siteId).map((path) => countOf(person, path)));
      for (const [n, count] of counts.entries()) {
        if (count > 0)
          expect(
            [...rows.values()].map(({ length }) => length),
            listsOf(siteId)[n],
          ).toContain(Math.min(count, MOST_ROWS));
      }
      for (const list of rows.values()) expectWholeRows(paper, list);
      for (const grey of paper.brightness) expect(grey).toBeGreaterThan(200);
      for (const [n, text] of paper.pages.entries()) {
        expect(text).toMatch(look.language === 'es' ? /Impresoel.*GMT/ : /Printed.*GMT/);
        expect(text).toContain(`${n + 1}/${paper.pages.length}`);
      }
    },
  );
});
