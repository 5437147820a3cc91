import { calls } from '@perktree/contracts/catalogue/calls';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { api, DESKTOP, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, ownSite, QR, SITE } from '../testing/shop.ts';

const onFree = (used: { sites: number; activeQrs: number }) => {
  signIn('site_owner', { subscriptionPlan: 'free' });
  openShop([{ ...QR, depth: 1, parentQrId: SITE.id }]);
  api.on(calls.plan, { id: 'free', limits: PLANS.free.limits, used: { ...used, redemptionsThisMonth: 0 } });
};

beforeEach(() => api.answerReads('empty'));

describe.each([
  {
    ...{
      viewport: DESKTOP,
      createSite: 'Create Site',
      staff: 'Staff of Corner Café',
      split: 'Split',
      plans: 'See plans',
    },
    language: 'en',
    sites: 'The Free plan allows 1 site, and you have 1.',
    activeQrs: 'The Free plan allows 3 active QR codes, and you have 3.',
    depth: 'The Free plan allows splits 1 level deep.',
    codes: "With the Free plan, your staff scan the customer's QR code",
    ...{ code: 'Redemption Code', scan: 'Scan Customer QR' },
    counter: "The plan of this business has no typed codes. Scan the customer's QR code.",
    ask: 'Ask the owner of the business to change the plan.',
    sibling: 'Sibling',
    ofBusiness: {
      split: 'The plan of this business allows no split of this QR code.',
      tree: 'The plan of this business has no room for another active QR code in this tree.',
      qrs: 'The plan of this business has no room for another active QR code.',
    },
    off: 'Typed codes are switched off here.',
  },
  {
    ...{
      viewport: PHONE,
      createSite: 'Crear sitio',
      staff: 'Personal de Corner Café',
      split: 'Dividir',
      plans: 'Ver planes',
    },
    language: 'es',
    sites: 'El plan Free permite 1 sitio y tienes 1.',
    activeQrs: 'El plan Free permite 3 códigos QR activos y tienes 3.',
    depth: 'El plan Free permite divisiones de 1 nivel.',
    codes: 'Con el plan Free, tu personal escanea el código QR del cliente',
    ...{ code: 'Código de canje', scan: 'Escanear QR del cliente' },
    counter: 'El plan de este negocio no tiene códigos escritos. Escanea el código QR del cliente.',
    ask: 'Pide al propietario del negocio que cambie de plan.',
    sibling: 'Hermano',
    ofBusiness: {
      split: 'El plan de este negocio no permite dividir este código QR.',
      tree: 'En el plan de este negocio no cabe otro código QR activo en este árbol.',
      qrs: 'En el plan de este negocio no cabe otro código QR activo.',
    },
    off: 'Los códigos escritos están desactivados aquí.',
  },
] as const)('in $language, the limit of a plan is said before typing', (words) => {
  const { viewport, language } = words;
  const open = (path: string) => openScreen(path, { viewport, language });
  const seen = async (text: string) => {
    await expect.element(page.getByText(text, { exact: false }).first()).toBeVisible();
    expect(overflow()).toEqual([]);
    expect(await axeFindings()).toEqual([]);
  };
  const hasWayUp = () =>
    expect.element(page.getByRole('link', { name: words.plans }).first()).toHaveAttribute('href', '/subscription');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();

  it('of sites, before a site has a name; and of codes, before staff are invited', async () => {
    onFree({ sites: 1, activeQrs: 0 });
    await open('/sites?create=1');
    await seen(words.sites);
    await hasWayUp();
    await open('/sites');
    await press(words.staff);
    await seen(words.codes);
    await hasWayUp();
  });

  it('of active QR codes and of levels', async () => {
    onFree({ sites: 1, activeQrs: 3 });
    api.on(calls.qrTree, { availableCommission: 6, qr: QR, children: [] });
    await open(`/qr-management?site=${SITE.id}`);
    await seen(words.activeQrs);
    await hasWayUp();
    await press(words.split);
    await expect.element(page.getByRole('dialog').getByText(words.depth, { exact: false })).toBeVisible();
    await expect.element(page.getByRole('dialog').getByText(words.activeQrs, { exact: false })).toBeVisible();
    await open(`/qr-management/bulk?site=${SITE.id}`);
    await seen(words.activeQrs);
  });

  it('of the owner, to a distributor who adds QR codes; and whom to ask', async () => {
    signIn('distributor');
    const rights = { canSplit: true, canCreateTopLevel: true };
    const own: TreeRow = { ...QR, isClaimed: true, isMine: true, level: 0, childCount: 0, path: null };
    const { split, tree, qrs } = words.ofBusiness;
    for (const [plan, button, text] of [
      [{ allowsSplit: false }, words.split, split],
      [{ hasRoomInTree: false }, words.split, tree],
      [{ hasRoomForTopLevel: false }, words.sibling, qrs],
      [{}, words.split, null],
    ] as const) {
      api.on(treeRowCalls.ofDistributor, [own], { total: 1 });
      api.on(calls.ownQrTree, { availableCommission: 6, qr: QR, children: [] });
      api.on(calls.ownSiteConfig, ownSite({ ...rights, plan }));
      await open('/qr-management');
      await press(button);
      await expect.element(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
      if (text !== null) await seen(`${text} ${words.ask}`);
      else await expect.element(page.getByText(words.ask, { exact: false })).not.toBeInTheDocument();
    }
  });

  it('says nothing while there is room', async () => {
    onFree({ sites: 0, activeQrs: 2 });
    await open('/sites?create=1');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expect.poll(() => api.sent(calls.plan).length).toBeGreaterThan(0);
    await expect.element(page.getByText(words.sites, { exact: false })).not.toBeInTheDocument();
  });

  it('at the counter staff scan, and read whom to ask; owners get the way up', async () => {
    signIn('staff');
    api.on(calls.validations, [], { total: 0 });
    api.on(calls.counter, { codes: 'not_in_plan' });
    await open('/staff-validation');
    await seen(`${words.counter} ${words.ask}`);
    await expect.element(page.getByLabelText(words.code)).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: words.scan })).toBeEnabled();
    signIn('site_owner');
    api.on(calls.counter, { codes: 'not_in_plan' });
    await open('/staff-validation');
    await seen(words.counter);
    await hasWayUp();
    api.on(calls.counter, { codes: 'switched_off' });
    await open('/staff-validation');
    await seen(words.off);
    await expect.element(page.getByLabelText(words.code)).not.toBeInTheDocument();
  });
});
