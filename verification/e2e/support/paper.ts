import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PATIENCE_MS } from './browser.ts';

/** The texts of a PDF by poppler (Debian: `apt-get install poppler-utils`). */
export const canReadPaper = spawnSync('pdftotext', ['-v']).status === 0;
const soon = { timeout: PATIENCE_MS };

declare global {
  var isPrinted: boolean;
}

/** The print dialog does nothing, and the page is ready for the keys. */
export async function noticePrint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      window.isPrinted = true;
    };
  });
}

/** Without spaces, which stand elsewhere on paper. */
export const packed = (text: string) => text.normalize('NFKC').replace(/[\s\u00ad\u200b\u2066-\u2069]+/g, '');

/** Presses Ctrl+P and waits for the print dialog. */
export async function printWhole(page: Page): Promise<void> {
  // The keys are heard once this is there.
  await page.locator('.no-print > [role=status]').waitFor({ state: 'attached', ...soon });
  await page.keyboard.press('Control+p');
  await page.waitForFunction(() => window.isPrinted, null, soon);
}

/** Between the margins, CSS pixels: lists are laid out for the width of the paper. */
const A4 = { width: 703, height: 1001 };

export interface PrintedList {
  readonly label: string;
  readonly rows: readonly string[];
}

/** The lists that the page lays out for the printer, and the texts that it cuts. */
export async function layOut(
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

export interface Paper {
  /** Text of each page, without spaces. */
  readonly pages: readonly string[];
  /** Mean brightness of the first pages, 0 to 255. */
  readonly brightness: readonly number[];
}

/** @param keep where the PDF stays, to look at */
export async function paperOf(page: Page, keep?: string): Promise<Paper> {
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
export function rowsNotWhole({ pages }: Paper, { rows }: PrintedList): readonly string[] {
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
