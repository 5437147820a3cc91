import { calls } from '@perktree/contracts/catalogue/calls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { api, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, SITE } from '../testing/shop.ts';

/** Within the margins of a sheet, at 96 pixels an inch. */
const SHEETS = [
  ['A4', 718],
  ['Letter', 740],
] as const;

const emulate = (media: string) =>
  (cdp() as unknown as { send(method: string, params: object): Promise<unknown> }).send('Emulation.setEmulatedMedia', {
    media,
  });

beforeEach(() => {
  signIn('site_owner');
  api.answerReads('filled');
  openShop([]);
  api.on(calls.listFiles, []);
});
afterEach(() => emulate(''));

it.each(SHEETS)('the tables of the page Audit print all their columns on %s', async (_, width) => {
  await openScreen(`/sites/${SITE.id}/audit`, { viewport: { width, height: 1000 } });
  await expect.element(page.getByRole('table').first()).toBeInTheDocument();
  await emulate('print');
  const cut = () =>
    [...document.querySelectorAll('main td, main th')]
      .filter((cell) => cell.getBoundingClientRect().right > width + 1)
      .map((cell) => cell.textContent);
  await expect.poll(cut).toEqual([]);
});
