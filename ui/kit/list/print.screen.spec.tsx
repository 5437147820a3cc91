import { calls } from '@perktree/contracts/catalogue/calls';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ON_SCREEN, setPrinting } from '../../lib/printing.ts';
import { seeText } from '../../testing/forms.ts';
import { giveList, idOf, type LongList } from '../../testing/long-list.ts';
import { openScreen, PHONE, switchTo } from '../../testing/open-screen.tsx';
import { asOwner, REDEMPTION, SITE } from '../../testing/shop.ts';

/** What the page is when the print dialog opens. */
let printed: { readonly rows: readonly string[]; readonly text: string; readonly theme: string | undefined } | null;
const rows = () =>
  [...document.querySelectorAll('main [role=listitem]')].map(
    (row) => /Customer \d+/.exec(row.textContent ?? '')?.[0] ?? '',
  );
const onPaper = () => ({ rows: rows(), text: document.body.innerText, theme: document.documentElement.dataset.theme });

beforeEach(() => {
  printed = null;
  vi.spyOn(window, 'print').mockImplementation(() => {
    printed = onPaper();
    dispatchEvent(new Event('afterprint'));
  });
});

// The next test begins on screen after a failure, too.
afterEach(() => {
  dispatchEvent(new Event('afterprint'));
  setPrinting(ON_SCREEN);
});

async function openRedemptions(count: number): Promise<LongList> {
  asOwner();
  localStorage.setItem('theme', 'dark');
  const many = Array.from({ length: count }, (_, n) => ({
    ...REDEMPTION,
    id: idOf(n),
    customerName: `Customer ${n + 1}`,
  }));
  const list = giveList(calls.siteRedemptions, many, ({ id }) => id);
  await openScreen(`/sites/${SITE.id}/redemptions?sort=oldest`, { viewport: PHONE });
  await seeText(`50 of ${count}`, page, { exact: false });
  // The keys are heard once this is there.
  await expect.poll(() => document.querySelector('div.no-print')).not.toBeNull();
  return list;
}
const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `Customer ${from + n}`);
const isOnScreen = () => expect.poll(() => rows().length).toBeLessThan(40);

it('Ctrl+P and the profile menu load all rows, print each once in light colours under a head, and go back to the screen', async () => {
  const list = await openRedemptions(430);
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.poll(() => printed?.rows).toEqual(names(1, 430));
  expect(printed).toMatchObject({ theme: 'light' });
  expect(printed?.text).toMatch(/Redemptions/);
  expect(printed?.text).toMatch(/Printed Jul 1, 2026, .* GMT/);
  expect(printed?.text).not.toMatch(/On paper: rows|not shown|of 430 shown/);
  await isOnScreen();
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(list.requests().length).toBeLessThan(8);
  printed = null;
  await switchTo({ language: 'es' });
  await page.getByRole('button', { name: 'Abrir el menú de perfil' }).click();
  await page.getByRole('menuitem', { name: 'Imprimir esta página' }).click();
  await expect.poll(() => printed?.text).toMatch(/Impreso el 1 jul 2026, .* GMT/);
});

it('the browser’s own menu prints what is loaded; a print is cancelled or fails: the paper says what is missing', async () => {
  const list = await openRedemptions(430);
  dispatchEvent(new Event('beforeprint'));
  const paper = onPaper();
  expect([paper.rows, paper.theme]).toEqual([names(1, 50), 'light']);
  const missing = 'On paper: rows 1 to 50 of 430. To print all rows, choose “Print this page” in the profile menu.';
  expect(paper.text).toContain(missing);
  dispatchEvent(new Event('afterprint'));
  await isOnScreen();
  expect(list.requests()).toHaveLength(1);
  let answer = () => {};
  list.laterPages = new Promise((resolve) => {
    answer = resolve;
  });
  await userEvent.keyboard('{Control>}p{/Control}');
  await page.getByRole('button', { name: 'Cancel' }).click();
  answer();
  await isOnScreen();
  expect(printed).toBeNull();
  list.fails = true;
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.poll(() => printed?.text).toMatch(/On paper: rows 1 to \d+ of 430. The others could not be loaded./);
});
