import { calls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SITE_ID } from '../testing/all-screens.ts';
import { axeFindings, darkFindings, overflow, smallTargets, TARGET_SIZE, untranslated } from '../testing/audit.ts';
import { api, openScreen, PHONE, settled, switchTo } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, QR } from '../testing/shop.ts';

interface Opened {
  readonly path: string;
  readonly viewer: Role;
  readonly given?: () => void;
  /** Names of what is pressed, one after the other, to open each dialog, menu or list of options. */
  readonly opens: readonly (readonly string[])[];
}
const MORE = 'More for Winter';

/** One of each kind of dialog, menu and list of options. Those that a spec of their own screen checks are left out. */
const SCREENS: readonly Opened[] = [
  { path: '/', viewer: 'site_owner', opens: [['Open menu'], ['Open profile menu'], ['Notification history, 0 new']] },
  { path: '/api-keys', viewer: 'site_owner', opens: [['Create API key'], ['Pair a device']] },
  {
    path: `/qr-management?site=${SITE_ID}`,
    viewer: 'site_owner',
    given: () => {
      openShop([]);
      api.on(treeRowCalls.ofSite, [{ ...QR, level: 0, childCount: 2, path: null }], { total: 1 });
      api.on(calls.qrsBelow, { active: 12, inactive: 0 });
    },
    opens: [[MORE], ['Split'], ['Sibling'], ['Edit'], [MORE, 'Show QR Code'], [MORE, 'Deactivate'], ['Benefit type']],
  },
  {
    path: '/sites',
    viewer: 'site_owner',
    opens: [
      ['Configure'],
      ['Staff of Corner Café'],
      ['Staff of Corner Café', 'Remove Corner Café'],
      ['Statistics of Corner Café'],
    ],
  },
  { path: '/payouts', viewer: 'site_owner', opens: [['Generate Payout']] },
  { path: '/account', viewer: 'site_owner', opens: [['Delete account'], ['Set up two-factor authentication']] },
];

const ROLES = ['button', 'menuitem', 'combobox', 'tab'] as const;
const openOnes = () =>
  [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')].filter((one) =>
    // A menu that closes is transparent before it is gone.
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  ).length;
const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });

/** Presses the first control of this name. */
async function press(name: string): Promise<Element> {
  const find = () =>
    ROLES.flatMap((role) => page.getByRole(role, { name, exact: true }).elements()).find(isVisible) ?? null;
  await expect.poll(find, { message: `a control with the name ${name}` }).not.toBeNull();
  const control = find() as Element;
  await page.elementLocator(control).click();
  return control;
}

it.each(SCREENS)('$path of $viewer: what opens has no finding, fits, and Escape and Back close it', async (screen) => {
  api.answerReads('filled');
  signIn(screen.viewer, { subscriptionPlan: 'ultra' });
  screen.given?.();
  api.on(calls.secondFactor, { state: 'off', recoveryCodesLeft: 0 });
  await openScreen(screen.path, { viewport: PHONE });
  await settled();
  const findings: string[] = [];
  const open = async ([first = '', ...rest]: readonly string[]) => {
    const opener = await press(first);
    for (const name of rest) await press(name);
    await expect.poll(openOnes, { message: `${first} ${rest.join(' ')} opens` }).toBeGreaterThan(0);
    await settled();
    return opener;
  };
  const close = async (once: () => unknown, opener: Element) => {
    const name = opener.getAttribute('aria-label') ?? opener.textContent;
    for (let count = openOnes(); count > 0; count = openOnes()) {
      await once();
      await expect.poll(openOnes, { message: `what ${name} opened closes` }).toBeLessThan(count);
    }
    const message = `${name} has the focus again`;
    await expect.poll(() => document.activeElement === opener, { message }).toBe(true);
    expect(location.pathname).toBe(screen.path.replace(/[?].*/, ''));
  };
  for (const names of screen.opens) {
    const opener = await open(names);
    // Left out: the targets are measured by the next check, which wants more.
    const found = [...(await axeFindings([TARGET_SIZE])), ...(await darkFindings()), ...smallTargets(), ...overflow()];
    // The items of a menu are drawn anew then, and lose the focus.
    if (page.getByRole('dialog').query()) {
      await switchTo({ language: 'es' });
      found.push(...untranslated());
      await switchTo({ language: 'en' });
    }
    findings.push(...found.map((one) => `${names.join(' › ')}: ${one}`));
    await close(() => userEvent.keyboard('{Escape}'), opener);
    // Back closes the first in the same way; the others are of the same dialog.
    if (names === screen.opens[0]) await close(() => history.back(), await open(names));
  }
  expect(findings).toEqual([]);
});

/** 1280 × 800 at a zoom of 400 %. A phone on its side is wider and as low. */
it('in a low window nothing stays in place over what it frames', async () => {
  const low = { viewport: { width: 320, height: 200 } };
  const isUnderHeading = (name: string) =>
    page.getByRole('heading', { name }).element().getBoundingClientRect().bottom <= 0;
  signIn('site_owner');
  api.on(calls.listSites, [], { total: 0 });
  await openScreen('/sites?create=1', low);
  const dialog = page.getByRole('dialog', { name: 'Create Site' });
  const create = dialog.getByRole('button', { name: 'Create Site' });
  await expect.element(create).toBeVisible();
  (create.element() as HTMLElement).focus();
  await expect.poll(() => isUnderHeading('Create Site')).toBe(true);
  await userEvent.keyboard('{Escape}');
  window.scrollTo(0, 150);
  await expect.poll(() => document.querySelector('header')?.getBoundingClientRect().bottom).toBeLessThanOrEqual(0);
});
