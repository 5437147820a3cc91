import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HEADERS } from '@perktree/contracts/kernel/call';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { SITE_ID } from '@perktree/ui/testing/all-screens';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openWindow, PATIENCE_MS, PHONE, settled, type Window } from './support/browser.ts';
import { demoAccount, openDemo, SCREENS } from './support/demo.ts';
import { useProduct } from './support/use-product.ts';

/** The texts of a PDF by poppler (Debian: `apt-get install poppler-utils`). */
const canReadPaper = spawnSync('pdftotext', ['-v']).status === 0;
const soon = { timeout: PATIENCE_MS };

declare global {
  var isPrinted: boolean;
}

/** The print dialog does nothing, and the page is ready for the keys. */
async function noticePrint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      window.isPrinted = true;
    };
  });
}

/** Without spaces, which stand elsewhere on paper. */
const packed = (text: string) => text.normalize('NFKC').replace(/[\s\u00ad\u200b\u2066-\u2069]+/g, '');

/** Presses Ctrl+P and waits for the print dialog. */
async function printWhole(page: Page): Promise<void> {
  // The keys are heard once this is there.
  await page.locator('.no-print > [role=status]').waitFor({ state: 'attached', ...soon });
  await page.keyboard.press('Control+p');
  await page.waitForFunction(() => window.isPrinted, null, soon);
}

/** Between the margins, CSS pixels: lists are laid out for the width of the paper. */
const A4 = { width: 703, height: 1001 };

interface PrintedList {
  readonly label: string;
  readonly rows: readonly string[];
}

/** The lists that the page lays out for the printer, and the texts that it cuts. */
async function layOut(
  page: Page,
): Promise<{ readonly lists: readonly PrintedList[]; readonly cut: readonly string[] }> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(A4);
  await page.evaluate(() => new Promise((then) => requestAnimationFrame(then)));
  return page.evaluate(() => {
    const lists = [...document.querySelectorAll<HTMLElement>('main :is([role=list], table, ul, ol, dl)')]
      .filter((list) => list.checkVisibility())
      .map((list) => {
        const rows = list.querySelectorAll<HTMLElement>(
          ':scope > :is([role=listitem], li, div, dd), :scope > tbody > tr',
        );
        const texts = [...rows].filter((row) => row.checkVisibility()).map((row) => row.innerText.trim());
        return { label: list.ariaLabel ?? '', rows: texts.filter((text) => text !== '') };
      });
    const hides = (box: Element, text: DOMRect) => {
      const { overflowX, overflowY } = getComputedStyle(box);
      const frame = box.getBoundingClientRect();
      const isTooWide = text.right > frame.right + 1 || text.left < frame.left - 1;
      const isTooHigh = text.bottom > frame.bottom + 3 || text.top < frame.top - 3;
      return (overflowX !== 'visible' && isTooWide) || (overflowY !== 'visible' && isTooHigh);
    };
    /** Whether a text is outside of a box that hides it, or of the paper. */
    const isCut = (text: Node) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const place = range.getBoundingClientRect();
      const boxes: Element[] = [];
      for (let box = text.parentElement; box !== null && box !== document.body; box = box.parentElement)
        boxes.push(box);
      // Only screen readers get these.
      if (place.width <= 1 || boxes.some((box) => box.getBoundingClientRect().width <= 1)) return false;
      return place.right > innerWidth + 1 || place.left < -1 || boxes.some((box) => hides(box, place));
    };
    const walk = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    while (walk.nextNode()) {
      const { currentNode: text } = walk;
      if (text.parentElement?.checkVisibility() && text.textContent?.trim() && isCut(text)) cut.push(text.textContent);
    }
    return { lists, cut };
  });
}

interface Paper {
  /** Text of each page, without spaces. */
  readonly pages: readonly string[];
  /** Mean brightness of the first pages, 0 to 255. */
  readonly brightness: readonly number[];
}

/** @param keep where the PDF stays, to look at */
async function paperOf(page: Page, keep?: string): Promise<Paper> {
  const folder = mkdtempSync(join(tmpdir(), 'paper-'));
  const file = keep ?? join(folder, 'page.pdf');
  try {
    writeFileSync(file, await page.pdf({ format: 'A4', preferCSSPageSize: true, printBackground: true }));
    const text = execFileSync('pdftotext', ['-raw', file, '-'], { maxBuffer: 1e9 }).toString('utf8');
    return { pages: text.split('\f').slice(0, -1).map(packed), brightness: brightnessOf(file) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function brightnessOf(file: string): readonly number[] {
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
  return brightness;
}

/** The rows that are not whole on one page, or not in the order of the list. */
function rowsNotWhole({ pages }: Paper, { rows }: PrintedList): readonly string[] {
  let [number, from] = [0, 0];
  return rows.filter((row) => {
    const text = packed(row);
    // Cells that are painted before those to their left.
    const cells = row.split(/\n|\t/).map(packed);
    for (let n = number, start = from; n < pages.length; n += 1, start = 0) {
      const page = pages[n] ?? '';
      const at = page.indexOf(text, start);
      if (at < 0 && !cells.every((cell) => page.includes(cell, start))) continue;
      [number, from] = [n, at < 0 ? start : at + text.length];
      return false;
    }
    return true;
  });
}

/** `MAX_PRINTED_ROWS` in ui/lib/printing.ts. */
const MAX_ROWS = 2_000;
/**
 * Lists that no screen shows as rows, or all of them: the newest scans, news behind the bell, what is in the cache for a code without
 * network, the site of a page, and choices of a form.
 */
const NO_ROWS =
  /\/me\/activity|\/me\/notifications|\/qrs\?.*ids=|\/me\/scans\?.*show=open|\/me\/sites\?.*(ids=|limit=2$)|\/staff\?|show=unpayable/;

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
        expect(isWhole || longest >= MAX_ROWS, `all rows of ${url} are loaded`).toBe(true);
        if (!total) continue;
        const counts = lists.map(({ rows }) => rows.length);
        expect(Math.max(...counts.filter((count) => count <= total + 1)), `rows of ${url}`).toBeGreaterThanOrEqual(
          Math.min(total, MAX_ROWS),
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
