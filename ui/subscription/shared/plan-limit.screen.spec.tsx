import { calls } from '@perktree/contracts/catalogue/calls';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../../testing/audit.ts';
import { seeText } from '../../testing/forms.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { inBoth } from '../../testing/see.ts';
import { openShop, ownSite, QR, SITE } from '../../testing/shop.ts';

const onFree = (used: { sites: number; activeQrs: number }) => {
  signIn('site_owner', { subscriptionPlan: 'free' });
  openShop([{ ...QR, depth: 1, parentQrId: SITE.id }]);
  api.on(calls.plan, { id: 'free', limits: PLANS.free.limits, used: { ...used, redemptionsThisMonth: 0 } });
};

beforeEach(() => api.answerReads('empty'));

/** Each is said before anything is typed. */
const SAID = {
  sites: 'The Free plan allows 1 site, and you have 1.',
  activeQrs: 'The Free plan allows 3 active QR codes, and you have 3.',
  depth: 'The Free plan allows splits 1 level deep.',
  codes: "With the Free plan, your staff scan the customer's QR code",
  counter: "The plan of this business has no typed codes. Scan the customer's QR code.",
  ask: 'Ask the owner of the business to change the plan.',
  split: 'The plan of this business allows no split of this QR code.',
  tree: 'The plan of this business has no room for another active QR code in this tree.',
  qrs: 'The plan of this business has no room for another active QR code.',
  off: 'Typed codes are switched off here.',
} as const;
const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
const shows = (text: string) => expect.element(page.getByText(text, { exact: false }).first()).toBeVisible();
const showsNot = (text: string) => expect.element(page.getByText(text, { exact: false })).not.toBeInTheDocument();
const hasWayUp = (name: string) =>
  expect.element(page.getByRole('link', { name }).first()).toHaveAttribute('href', '/subscription');

it('of sites, before a site has a name; and of codes, before staff are invited', async () => {
  onFree({ sites: 1, activeQrs: 0 });
  await openScreen('/sites?create=1');
  await shows(SAID.sites);
  await hasWayUp('See plans');
  await openScreen('/sites');
  await press('Staff of Corner Café');
  await shows(SAID.codes);
  await hasWayUp('See plans');
});

it('of active QR codes and of levels', async () => {
  onFree({ sites: 1, activeQrs: 3 });
  api.on(calls.qrTree, { availableCommission: 6, qr: QR, children: [] });
  await openScreen(`/qr-management?site=${SITE.id}`);
  await shows(SAID.activeQrs);
  await hasWayUp('See plans');
  await press('Split');
  await seeText(SAID.activeQrs, page.getByRole('dialog'), { exact: false });
  await shows(SAID.depth);
  await openScreen(`/qr-management/bulk?site=${SITE.id}`);
  await shows(SAID.activeQrs);
});

it.each([
  ['splits nothing', { allowsSplit: false }, 'Split', SAID.split],
  ['splits nothing in a full tree', { hasRoomInTree: false }, 'Split', SAID.tree],
  ['adds nothing', { hasRoomForTopLevel: false }, 'Sibling', SAID.qrs],
  ['has room', {}, 'Split', null],
] as const)('of the owner, to a distributor who %s; and whom to ask', async (_, plan, button, text) => {
  signIn('distributor');
  const own: TreeRow = { ...QR, isClaimed: true, isMine: true, level: 0, childCount: 0, path: null };
  api.on(treeRowCalls.ofDistributor, [own], { total: 1 });
  api.on(calls.ownQrTree, { availableCommission: 6, qr: QR, children: [] });
  api.on(calls.ownSiteConfig, ownSite({ canSplit: true, canCreateTopLevel: true, plan }));
  await openScreen('/qr-management');
  await press(button);
  await expect.element(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
  if (text === null) await showsNot(SAID.ask);
  else await shows(`${text} ${SAID.ask}`);
});

it('says nothing while there is room', async () => {
  onFree({ sites: 0, activeQrs: 2 });
  await openScreen('/sites?create=1');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => api.sent(calls.plan).length).toBeGreaterThan(0);
  await showsNot(SAID.sites);
});

it('at the counter staff scan, and read whom to ask; owners get the way up', async () => {
  const hasNoField = () => expect.element(page.getByLabelText('Redemption Code')).not.toBeInTheDocument();
  signIn('staff');
  api.on(calls.validations, [], { total: 0 });
  api.on(calls.counter, { codes: 'not_in_plan' });
  await openScreen('/staff-validation');
  await expect.element(page.getByRole('button', { name: 'Scan Customer QR' })).toBeEnabled();
  await hasNoField();
  await shows(`${SAID.counter} ${SAID.ask}`);
  signIn('site_owner');
  api.on(calls.counter, { codes: 'not_in_plan' });
  await openScreen('/staff-validation');
  await shows(SAID.counter);
  await hasWayUp('See plans');
  api.on(calls.counter, { codes: 'switched_off' });
  await openScreen('/staff-validation');
  await shows(SAID.off);
  await hasNoField();
});

it('at the counter without a site, owners get the way to their first one, and staff read whom to ask', async () => {
  api.on(calls.validations, [], { total: 0 });
  for (const [role, text, es] of [
    ['site_owner', 'Customers redeem at a site, such as a shop', 'Los clientes canjean en un sitio'],
    ['staff', 'Ask the owner of the business to add you', 'Pide al propietario del negocio que te añada'],
  ] as const) {
    signIn(role);
    api.on(calls.counter, { codes: 'no_site' });
    await openScreen('/staff-validation', { viewport: PHONE });
    await inBoth((say) => seeText(say([text, es]), page, { exact: false }));
    await expect.element(page.getByRole('button', { name: 'Escanear QR del cliente' })).not.toBeInTheDocument();
    const next = page.getByRole('link', { name: 'Crear sitio nuevo' });
    if (role === 'staff') await expect.element(next).not.toBeInTheDocument();
    else await expect.element(next).toHaveAttribute('href', '/sites?create=1');
  }
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
});
