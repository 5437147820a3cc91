import { calls } from '@perktree/contracts/catalogue/calls';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../../testing/audit.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { inBoth, type Words } from '../../testing/see.ts';
import { openShop, ownSite, QR, SITE } from '../../testing/shop.ts';

const onFree = (used: { sites: number; activeQrs: number }) => {
  signIn('site_owner', { subscriptionPlan: 'free' });
  openShop([{ ...QR, depth: 1, parentQrId: SITE.id }]);
  api.on(calls.plan, { id: 'free', limits: PLANS.free.limits, used: { ...used, redemptionsThisMonth: 0 } });
};

beforeEach(() => api.answerReads('empty'));

/** Each is said before anything is typed. */
const SAID = {
  sites: ['The Free plan allows 1 site, and you have 1.', 'El plan Free permite 1 sitio y tienes 1.'],
  activeQrs: [
    'The Free plan allows 3 active QR codes, and you have 3.',
    'El plan Free permite 3 códigos QR activos y tienes 3.',
  ],
  depth: ['The Free plan allows splits 1 level deep.', 'El plan Free permite divisiones de 1 nivel.'],
  codes: [
    "With the Free plan, your staff scan the customer's QR code",
    'Con el plan Free, tu personal escanea el código QR del cliente',
  ],
  counter: [
    "The plan of this business has no typed codes. Scan the customer's QR code.",
    'El plan de este negocio no tiene códigos escritos. Escanea el código QR del cliente.',
  ],
  ask: ['Ask the owner of the business to change the plan.', 'Pide al propietario del negocio que cambie de plan.'],
  split: [
    'The plan of this business allows no split of this QR code.',
    'El plan de este negocio no permite dividir este código QR.',
  ],
  tree: [
    'The plan of this business has no room for another active QR code in this tree.',
    'En el plan de este negocio no cabe otro código QR activo en este árbol.',
  ],
  qrs: [
    'The plan of this business has no room for another active QR code.',
    'En el plan de este negocio no cabe otro código QR activo.',
  ],
  off: ['Typed codes are switched off here.', 'Los códigos escritos están desactivados aquí.'],
} as const;
const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
const shows = (text: string) => expect.element(page.getByText(text, { exact: false }).first()).toBeVisible();
const showsNot = (text: string) => expect.element(page.getByText(text, { exact: false })).not.toBeInTheDocument();
const hasWayUp = (name: string) =>
  expect.element(page.getByRole('link', { name }).first()).toHaveAttribute('href', '/subscription');

/** The open screen says these in both languages, and fits a phone. @param wayUp it also leads to the plans */
async function saysInBoth(texts: readonly Words[], { wayUp = false } = {}): Promise<void> {
  await inBoth(async (say, language) => {
    for (const text of texts) await shows(say(text));
    if (wayUp) await hasWayUp(say(['See plans', 'Ver planes']));
    expect([...(language === 'en' ? await axeFindings() : []), ...overflow()]).toEqual([]);
  }, PHONE);
}

it('of sites, before a site has a name; and of codes, before staff are invited', async () => {
  onFree({ sites: 1, activeQrs: 0 });
  await openScreen('/sites?create=1');
  await saysInBoth([SAID.sites], { wayUp: true });
  await openScreen('/sites');
  await press('Staff of Corner Café');
  await saysInBoth([SAID.codes], { wayUp: true });
});

it('of active QR codes and of levels', async () => {
  onFree({ sites: 1, activeQrs: 3 });
  api.on(calls.qrTree, { availableCommission: 6, qr: QR, children: [] });
  await openScreen(`/qr-management?site=${SITE.id}`);
  await shows(SAID.activeQrs[0]);
  await hasWayUp('See plans');
  await press('Split');
  await expect.element(page.getByRole('dialog').getByText(SAID.activeQrs[0], { exact: false })).toBeVisible();
  await saysInBoth([SAID.depth, SAID.activeQrs]);
  await openScreen(`/qr-management/bulk?site=${SITE.id}`);
  await shows(SAID.activeQrs[0]);
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
  if (text === null) await showsNot(SAID.ask[0]);
  else await saysInBoth([[`${text[0]} ${SAID.ask[0]}`, `${text[1]} ${SAID.ask[1]}`]]);
});

it('says nothing while there is room', async () => {
  onFree({ sites: 0, activeQrs: 2 });
  await openScreen('/sites?create=1');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => api.sent(calls.plan).length).toBeGreaterThan(0);
  await showsNot(SAID.sites[0]);
});

it('at the counter staff scan, and read whom to ask; owners get the way up', async () => {
  const hasNoField = () => expect.element(page.getByLabelText('Redemption Code')).not.toBeInTheDocument();
  signIn('staff');
  api.on(calls.validations, [], { total: 0 });
  api.on(calls.counter, { codes: 'not_in_plan' });
  await openScreen('/staff-validation');
  await expect.element(page.getByRole('button', { name: 'Scan Customer QR' })).toBeEnabled();
  await hasNoField();
  await saysInBoth([[`${SAID.counter[0]} ${SAID.ask[0]}`, `${SAID.counter[1]} ${SAID.ask[1]}`]]);
  signIn('site_owner');
  api.on(calls.counter, { codes: 'not_in_plan' });
  await openScreen('/staff-validation');
  await shows(SAID.counter[0]);
  await hasWayUp('See plans');
  api.on(calls.counter, { codes: 'switched_off' });
  await openScreen('/staff-validation');
  await shows(SAID.off[0]);
  await hasNoField();
  await saysInBoth([SAID.off]);
});
