import { calls } from '@perktree/contracts/catalogue/calls';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { button, seeText } from '../testing/forms.ts';
import { api, manualTime, opened, openScreen, PHONE, settled } from '../testing/open-screen.tsx';
import { signIn, userOf } from '../testing/people.ts';
import { CHILD, openShop, ROOT } from '../testing/shop.ts';

/** Which calls the screens make, when, and how often: sections 4, 6, 7 and 8. */
const SAID = 'What the server says.';
const OWN_QRS = treeRowCalls.ofDistributor;
const CONFIG = {
  ...{ siteId: ROOT.siteId, canSplit: true, canCreateTopLevel: true, isBlocked: false },
  commissionRule: { version: 1, settings: {} },
  plan: { allowsSplit: true, hasRoomInTree: true, hasRoomForTopLevel: true },
};
const count = (...wanted: Parameters<typeof api.sent>) => api.sent(...wanted).length;
const own = () =>
  [ROOT, CHILD].map((qr) => ({ ...qr, isMine: true, isClaimed: true, level: qr.depth, childCount: 0, path: null }));

beforeEach(() => api.answerReads('empty'));

describe('7 · GET /api/distributors/me/qrs', () => {
  it.each([
    ['403 not retried', 403, 1],
    ['other errors up to 3 tries', 500, 3],
  ])('%s', async (_, status, tries) => {
    signIn('distributor');
    api.on(OWN_QRS, refusal(status, SAID));
    await openScreen('/qr-management');
    // A slow machine may have tried again by then.
    await expect.poll(() => count(OWN_QRS)).toBeGreaterThan(0);
    const time = manualTime();
    const failed = async () => {
      await time.advance(1_000);
      return document.querySelector('[role=alert]')?.textContent ?? '';
    };
    await expect.poll(failed).toContain(SAID);
    await time.advance(60_000);
    expect(count(OWN_QRS)).toBe(tries);
  });
});

describe('4 · the role is fetched only after authentication', () => {
  it('after the answer of the user', async () => {
    signIn('customer');
    let roles = -1;
    api.on(calls.user, () => {
      roles = count(calls.userRole);
      return userOf('customer');
    });
    await openScreen('/mobile-scanner');
    await settled();
    expect([roles, count(calls.user), count(calls.userRole)]).toEqual([0, 1, 1]);
  });

  it('not after a user call that failed', async () => {
    signIn('customer');
    api.on(calls.user, refusal(500, SAID));
    await openScreen('/mobile-scanner');
    await settled();
    expect([count(calls.user), count(calls.userRole)]).toEqual([1, 0]);
  });

  it('not when signed out: the page says so by itself, and asks for neither', async () => {
    signIn(null);
    const meta = Object.assign(document.createElement('meta'), { name: 'signed-in', content: 'no' });
    document.head.append(meta);
    onTestFinished(() => meta.remove());
    await openScreen('/mobile-scanner');
    await settled();
    expect([count(calls.user), count(calls.userRole)]).toEqual([0, 0]);
  });

  it('8 · A failed auth call is treated as signed out', async () => {
    signIn('distributor');
    api.on(calls.user, refusal(500, SAID));
    await openScreen('/payouts');
    await expect.poll(() => opened).toEqual(['/login?returnTo=%2Fpayouts']);
    expect(document.body.innerText).not.toContain(SAID);
  });
});

describe('6 · Site configs load only for distributors with at least one QR', () => {
  it('none: not asked for', async () => {
    signIn('distributor');
    await openScreen('/qr-management');
    await seeText('No QR codes claimed yet. Start claiming QRs to see them here.');
    expect(count(calls.ownSiteConfig)).toBe(0);
  });

  it('7 · one call per distinct site', async () => {
    signIn('distributor');
    api.on(OWN_QRS, own(), { total: 2 });
    api.on(calls.ownSiteConfig, CONFIG);
    await openScreen('/qr-management');
    await expect.element(button('Split').first()).toBeVisible();
    expect(page.getByRole('button', { name: /^More for/ }).elements()).toHaveLength(2);
    expect(count(calls.ownSiteConfig)).toBe(1);
  });

  it('8 · A failed site-config fetch is only logged', async () => {
    signIn('distributor');
    const logged = vi.spyOn(console, 'warn').mockReturnValue();
    api.on(OWN_QRS, own(), { total: 2 });
    api.on(calls.ownSiteConfig, refusal(500, SAID));
    await openScreen('/qr-management', { viewport: PHONE });
    await expect.poll(() => String(logged.mock.calls[0]?.[0])).toMatch(/^500: /);
    await expect.element(button('Edit').first()).toBeVisible();
    expect(button('Split').elements()).toEqual([]);
    expect(document.body.innerText).not.toContain(SAID);
  });
});

it('7 · Query defaults: no refetch on window focus, no polling, data never goes stale', async () => {
  signIn('site_owner');
  openShop([]);
  await openScreen('/sites');
  await expect.element(page.getByRole('button', { name: 'Configure' })).toBeVisible();
  const before = count(calls.listSites);
  const time = manualTime();
  await time.advance(600_000);
  for (const name of ['blur', 'focus', 'visibilitychange']) dispatchEvent(new Event(name));
  const go = async (link: string, heading: string) => {
    (page.getByRole('link', { name: link, exact: true }).element() as HTMLElement).click();
    const shown = async () => {
      await time.advance(20);
      return document.querySelector('h1')?.textContent;
    };
    await expect.poll(shown).toBe(heading);
  };
  await go('Subscription', 'Choose Your Plan');
  await go('Sites', 'Sites');
  await time.advance(1_000);
  expect(count(calls.listSites)).toBe(before);
});
