import { calls } from '@perktree/contracts/catalogue/calls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { api, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, SITE } from '../testing/shop.ts';

/** Of A4 within its margins, the narrower sheet, at 96 pixels an inch. */
const WIDTH_PX = 718;

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

it('the tables of the page Audit print all their columns', async () => {
  await openScreen(`/sites/${SITE.id}/audit`, { viewport: { width: WIDTH_PX, height: 1000 } });
  await expect.element(page.getByRole('table').first()).toBeInTheDocument();
  await emulate('print');
  const cut = () =>
    [...document.querySelectorAll('main td, main th')]
      .filter((cell) => cell.getBoundingClientRect().right > WIDTH_PX + 1)
      .map((cell) => cell.textContent);
  await expect.poll(cut).toEqual([]);
});
