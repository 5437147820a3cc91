import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { seeText } from '../testing/forms.ts';
import { openPublicPage } from '../testing/open-public-page.tsx';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';

const see = (text: string) => seeText(text, page, { exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

it('an address that is not verified: the account says so, and sends the mail again', async () => {
  api.answerReads('empty');
  signIn('customer', { emailVerified: false });
  api.on(calls.resendVerification, {});
  await openScreen('/account', { viewport: PHONE });
  await see('Your e-mail address is not verified. Open the link in the mail that we sent you.');
  const again = page.getByRole('button', { name: 'Send again' });
  expect(again.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await again.click();
  await see('Mail sent. The link works for 7 days.');
});

it('the link of a mail verifies the address, and says so again after a reload', async () => {
  signIn(null);
  api.on(calls.verifyEmail, undefined);
  await openPublicPage('/verify-email#some-token');
  for (const _ of ['opened', 'reloaded']) {
    await press('Verify address');
    await see('Your e-mail address is verified.');
    const account = page.getByRole('link', { name: 'Go to your account' });
    await expect.element(account).toHaveAttribute('href', '/account');
    await openPublicPage(location.pathname + location.hash);
  }
  const body = { token: 'some-token' };
  expect(api.bodies(calls.verifyEmail)).toEqual([body, body]);
});

it.each([
  ['en', 'Verify address', 'Continue to your invitation'],
  ['es', 'Confirmar dirección', 'Continuar con tu invitación'],
] as const)('the link of a mail leads back to the invitation that the person came from (%s)', async (...words) => {
  const [language, submit, go] = words;
  signIn(null);
  api.on(calls.verifyEmail, undefined);
  await openPublicPage('/verify-email#some-token/staff-invitations/token-1', { language });
  await press(submit);
  await expect.element(page.getByRole('link', { name: go })).toHaveAttribute('href', '/staff-invitations/token-1');
  expect(api.bodies(calls.verifyEmail)).toEqual([{ token: 'some-token' }]);
});

it.each(['/verify-email', '/unsubscribe'])('a link without its token leads to the account: %s', async (path) => {
  signIn(null);
  await openPublicPage(path);
  await expect.element(page.getByRole('alert')).toHaveTextContent(/^This link is invalid.* on your account page\.$/);
  await expect.element(page.getByRole('link', { name: 'Go to your account' })).toHaveAttribute('href', '/account');
});

it('the link of a digest turns it off', async () => {
  signIn(null);
  api.on(calls.unsubscribe, refusal(400, 'This link is invalid.', 'LINK_INVALID'));
  await openPublicPage('/unsubscribe#some-token');
  await press('Turn off');
  await see('This link is invalid.');
  await expect.element(page.getByRole('link', { name: 'Go to your account' })).toHaveAttribute('href', '/account');
  expect(await axeFindings()).toEqual([]);
  api.on(calls.unsubscribe, {});
  await press('Turn off');
  await see('You will no longer receive weekly digests.');
  expect(api.sent(calls.unsubscribe)[1]?.params).toEqual({ token: 'some-token' });
});

it('the weekly digest needs a verified address, and its switch keeps the focus while it is saved', async () => {
  const digest = page.getByRole('switch', { name: 'Weekly digest by e-mail' });
  api.answerReads('empty');
  api.on(calls.weeklyDigest, { isOn: false });
  signIn('site_owner', { emailVerified: false });
  await openScreen('/account', { viewport: PHONE });
  await see('Verify your e-mail address first.');
  await expect.element(digest).toBeDisabled();
  signIn('site_owner');
  await openScreen('/account', { viewport: PHONE });
  await expect.element(digest).toBeEnabled();
  for (const isOn of [true, false]) {
    api.on(calls.setWeeklyDigest, { isOn });
    (digest.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.poll(() => api.sent(calls.setWeeklyDigest).at(-1)?.body).toEqual({ isOn });
    await expect.poll(() => (digest.element() as HTMLInputElement).checked).toBe(isOn);
    await expect.element(digest).toHaveFocus();
  }
});
