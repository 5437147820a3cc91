import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { refusal } from '../../testing/fake-api.ts';
import { seeDisabled } from '../../testing/forms.ts';
import { giveLink } from '../../testing/links.ts';
import { newLink, openPublicPage } from '../../testing/open-public-page.tsx';
import { api, openScreen } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';

/** Holds the answers of a call until it is called, which refuses them. */
function hold(call: Call): () => void {
  let answer = () => {};
  const refused = () =>
    new Promise((resolve) => {
      answer = () => resolve(refusal(409, 'What the server says.'));
    });
  api.on(call, refused);
  return () => answer();
}
const focus = (button: Locator) => (button.element() as HTMLElement).focus();

it('a button of a form that sends keeps the focus until the answer, and sends once', async () => {
  signIn('site_owner');
  api.on(calls.listSites, [], { total: 0 });
  await openScreen('/sites?create=1');
  const dialog = page.getByRole('dialog', { name: 'Create Site' });
  const name = dialog.getByRole('textbox', { name: 'Site name' });
  await name.fill('Kiosk');
  const answer = hold(calls.createSite);
  const button = dialog.getByRole('button', { name: 'Create Site' });
  focus(button);
  await userEvent.keyboard('{Enter}');
  await seeDisabled(button);
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter} ');
  focus(name);
  await userEvent.keyboard('{Enter}');
  // It is still a stop of Tab.
  for (let presses = 0; presses < 10 && document.activeElement !== button.element(); presses += 1)
    await userEvent.keyboard('{Tab}');
  await expect.element(button).toHaveFocus();
  answer();
  await seeDisabled(button, false);
  await expect.element(button).toHaveFocus();
  expect(api.sent(calls.createSite)).toHaveLength(1);
});

it('a button on the page of a link that sends keeps the focus until the answer, and sends once', async () => {
  giveLink('customer', 'customer');
  await openPublicPage(newLink('customer'));
  await page.getByRole('button', { name: 'Redeem Benefit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm Redemption' });
  const answer = hold(calls.redeem);
  await expect.element(dialog).toBeVisible();
  focus(dialog.getByRole('button', { name: 'Redeem Benefit' }));
  await userEvent.keyboard('{Enter}');
  const button = dialog.getByRole('button', { name: 'Redeeming' });
  await seeDisabled(button);
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}{Escape}');
  await dialog.getByRole('button', { name: 'Cancel' }).click({ force: true });
  await expect.element(dialog).toBeVisible();
  answer();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.sent(calls.redeem)).toHaveLength(1);
});

it('a list whose session has ended leads to the login page and back', async () => {
  signIn('site_owner');
  api.on(calls.listSites, refusal(401, 'Please sign in first.', 'NOT_SIGNED_IN'));
  await openScreen('/sites?q=market');
  const link = page.getByRole('alert').getByRole('link', { name: 'Log in' });
  await expect.element(link).toHaveAttribute('href', `/login?returnTo=${encodeURIComponent('/sites?q=market')}`);
});
