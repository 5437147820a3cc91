import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { dialog, field, press, seeText } from '../testing/forms.ts';
import { api, opened, openScreen, PHONE, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';

const AGAIN = refusal(403, 'Log out and log in again to confirm your identity.', 'SIGN_IN_AGAIN');
const top = () => page.getByRole('dialog', { name: "Confirm that it's you" });

beforeEach(() => {
  api.answerReads('empty');
  api.on(calls.secondFactor, { state: 'unavailable', recoveryCodesLeft: 0 });
});

it('an account without a password logs in again for a sensitive call, and finds what was typed', async () => {
  signIn('site_owner', { subscriptionPlan: 'ultra' });
  api.on(calls.createApiKey, AGAIN);
  const open = async () => {
    await openScreen('/api-keys', { viewport: PHONE });
    // An empty list has the button, too.
    await page.getByRole('button', { name: 'Create API key' }).first().click();
  };
  await open();
  await field('Name').fill('Till at the door');
  await press('Create key');
  await seeText('Log in again, then repeat it within ten minutes.', top(), { exact: false });
  await press('Cancel', top());
  await seeText('Log out and log in again to confirm your identity.', dialog());
  await press('Create key');
  await press('Log in again', top());
  const login = `/login?returnTo=${encodeURIComponent('/api-keys')}`;
  await expect.poll(() => opened).toEqual([`/api/logout?returnTo=${encodeURIComponent(login)}`]);
  await open();
  await expect.element(field('Name')).toHaveValue('Till at the door');
});

it('so does one that deletes itself', async () => {
  signIn('customer');
  api.on(calls.eraseAccount, AGAIN);
  await openScreen('/account', { viewport: PHONE });
  await settled();
  await press('Delete account', page);
  await dialog().getByRole('checkbox').click();
  await press('Permanently delete account');
  await press('Log in again', top());
  await expect.poll(() => opened).toHaveLength(1);
  expect(opened[0]).toMatch(/^\/api\/logout\?returnTo=/);
});
