import { calls } from '@perktree/contracts/catalogue/calls';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { noteServerTime } from '../lib/public/time.ts';
import { api, manualTime, NOW, opened, openScreen } from '../testing/open-screen.tsx';
import { signIn, userOf } from '../testing/people.ts';

const fromNow = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);

beforeEach(() => api.answerReads('empty'));

it('a view lasts as long as the server says, on a device whose clock is an hour fast', async () => {
  signIn('customer');
  api.on(calls.user, { ...userOf('customer'), viewedUntil: fromNow(-30).toISOString() });
  const time = manualTime();
  noteServerTime(fromNow(-60).toUTCString());
  onTestFinished(() => noteServerTime(fromNow(0).toUTCString(), NOW.getTime()));
  void openScreen('/my-scans');
  await time.advance(1_000);
  await expect.element(page.getByRole('region', { name: 'Viewing as another person' })).toBeVisible();
  await time.advance(29 * MINUTE_MS);
  expect(opened).toEqual([]);
  await time.advance(2 * MINUTE_MS);
  expect(opened).toEqual(['/support']);
});
