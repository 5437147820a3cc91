import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { manualTime, openScreen, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop } from '../testing/shop.ts';

const HOUR_MS = 3_600_000;
const tips = () => [...document.querySelectorAll('[role=tooltip]')].map((tip) => tip.textContent);
const pointAway = async () => {
  await userEvent.hover(page.getByRole('heading', { level: 1 }));
  await expect.poll(tips).toEqual([]);
};

it('9 · Tooltips · open delay 700 ms, and none for a pointer that only passes; skip delay 300 ms', async () => {
  signIn('site_owner');
  openShop([]);
  await openScreen('/sites');
  await settled();
  const staff = page.getByRole('button', { name: 'Staff of' });
  const stats = page.getByRole('button', { name: 'Statistics of' });
  await expect.element(stats).toBeVisible();
  await pointAway();
  const time = manualTime();
  // biome-ignore lint: both clocks are faked
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
  const openStaff = async () => {
    // Far from the tooltip before: the next one opens at once soon after one has closed.
    await pointAway();
    await time.advance(HOUR_MS);
    await userEvent.hover(staff);
    await time.advance(690);
    expect(tips()).toEqual([]);
    await time.advance(20);
    await expect.poll(tips).toEqual(['Staff']);
  };
  await userEvent.hover(staff);
  await time.advance(600);
  await userEvent.unhover(staff);
  await time.advance(2_000);
  expect(tips()).toEqual([]);
  for (const [pause, shown] of [
    [250, ['Site Statistics']],
    [350, []],
  ] as const) {
    await openStaff();
    await userEvent.unhover(staff);
    await time.advance(pause);
    await userEvent.hover(stats);
    await time.advance(20);
    await expect.poll(() => tips().filter((tip) => tip !== 'Staff')).toEqual(shown);
    await time.advance(700);
    await expect.poll(tips).toContain('Site Statistics');
  }
  await pointAway();
});
