import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { manualTime, openScreen, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop } from '../testing/shop.ts';

const HOUR_MS = 3_600_000;
let hours = 0;

/** Two buttons with tooltips, on a clock that moves only when the test advances it. */
async function openButtons() {
  signIn('site_owner');
  openShop([]);
  await openScreen('/sites');
  await settled();
  const [staff, stats] = ['Staff of', 'Statistics of'].map((name) => page.getByRole('button', { name }));
  if (!staff || !stats) throw new Error('no buttons');
  await expect.element(stats).toBeVisible();
  await pointAway();
  const time = manualTime();
  // biome-ignore lint: both clocks are faked
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
  // Far from the tooltips of the tests before: the next one opens at once soon after one has closed.
  hours += 1;
  await time.advance(hours * HOUR_MS);
  return { time, staff, stats };
}
const pointAway = async () => {
  await userEvent.hover(page.getByRole('heading', { level: 1 }));
  await expect.poll(tips).toEqual([]);
};
const tips = () => [...document.querySelectorAll('[role=tooltip]')].map((tip) => tip.textContent);

it.each([
  ['skip delay 300 ms: straight to the next it opens at once', null, true],
  ['skip delay 300 ms: within it the next opens at once', 250, true],
  ['skip delay 300 ms: after it the next waits', 350, false],
] as const)('9 · Tooltips · open delay 700 ms; %s', async (_, pause, atOnce) => {
  const { time, staff, stats } = await openButtons();
  await userEvent.hover(staff);
  await time.advance(690);
  expect(tips()).toEqual([]);
  await time.advance(20);
  await expect.poll(tips).toEqual(['Staff']);
  if (pause !== null) {
    await userEvent.unhover(staff);
    await time.advance(pause);
  }
  await userEvent.hover(stats);
  await time.advance(20);
  await expect.poll(() => tips().includes('Site Statistics')).toBe(atOnce);
  await time.advance(700);
  await expect.poll(() => tips().includes('Site Statistics')).toBe(true);
  await pointAway();
});

it('9 · Tooltips · a pointer that only passes opens none', async () => {
  const { time, staff } = await openButtons();
  await userEvent.hover(staff);
  await time.advance(600);
  await userEvent.unhover(staff);
  await time.advance(2_000);
  expect(tips()).toEqual([]);
});
