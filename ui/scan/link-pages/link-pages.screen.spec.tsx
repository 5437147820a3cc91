import { calls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, darkFindings, overflow } from '../../testing/audit.ts';
import { refusal, UNREACHED } from '../../testing/fake-api.ts';
import { button, seeText } from '../../testing/forms.ts';
import { giveLink as give, infoOf, type LinkKind as Kind, MY_SCAN, OPEN_SCAN } from '../../testing/links.ts';
import { newLink, openPublicPage } from '../../testing/open-public-page.tsx';
import { api, DESKTOP, opened } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { type Seen, see, seeNot } from '../../testing/see.ts';
import type { OFFER } from '../../testing/shop.ts';
import { seeToast } from '../../testing/toasts.ts';

/** The pages of printed links: the specification's sections 2.11 and 2.12, and section 8, word for word. */
const SAID = 'What the server says.';
const NO = { success: false, message: SAID };
const YES = { success: true, message: 'Done.' };
const EXPIRED = { isExpired: true, expiresAtUtc: '2020-01-02T03:04:05.000Z' };
const FULL = { isMaxedOut: true, totalRedemptions: 3 };
const REDEEM = 'Redeem Benefit';
const CLAIM = 'Claim QR Code';
const HINT = 'Show this screen to staff to redeem your benefit';

interface State {
  readonly offer?: Partial<typeof OFFER>;
  readonly seen: Seen;
  readonly not?: Seen;
  readonly disabled?: string;
}
const STATES: readonly (readonly [name: string, kind: Kind, viewer: Role | null, State])[] = [
  [
    ...(['2.11 · signed out', 'customer', null] as const),
    {
      seen: {
        ...{ headings: ['Winter'], links: ['Sign in to redeem'] },
        texts: ['QR Scanned', 'Your Benefit', '20% Discount', 'Used 1/3', 'from Corner Café'],
        parts: [/^Valid until .*2099/],
      },
      // Before signing in there is no code to show.
      not: { texts: ['Ready to redeem', HINT], buttons: [REDEEM] },
    },
  ],
  [
    ...(['2.11 · signed in', 'customer', 'customer'] as const),
    {
      seen: {
        ...{ headings: ['Ready to redeem'], buttons: [REDEEM], links: ['My Scans'] },
        ...{ texts: [HINT, 'Your redemption code', 'K7M-2QX'], parts: [/^Time left: \d/] },
      },
      not: { links: ['Sign in to redeem'] },
    },
  ],
  [
    ...(['2.11 · expired', 'customer', 'customer'] as const),
    {
      ...{ offer: EXPIRED, disabled: REDEEM, not: { texts: [HINT] } },
      seen: { texts: ['This offer has expired'], parts: [/^Expired on .*2020/] },
    },
  ],
  [
    ...(['2.11 · full', 'customer', 'customer'] as const),
    {
      ...{ offer: FULL, disabled: REDEEM, not: { texts: [HINT] } },
      seen: { texts: ['Used 3/3 (Full)', 'This offer has reached its maximum redemptions'] },
    },
  ],
  [
    ...(['2.12 · signed out', 'distributor', null] as const),
    {
      seen: {
        ...{ headings: ['Winter', 'Join as a Distributor', 'How it works'], links: ['Sign up to Claim'] },
        texts: [
          ...['Business Opportunity', 'Customer Benefit', '20% Discount', 'Your Commission', '10.00% per redemption'],
          ...['Redeemed', 'Available', 'Max 3'],
          ...['Claim the QR code', 'Share it', 'Earn 10.00%', 'Track your earnings'],
        ],
      },
      not: { buttons: [CLAIM] },
    },
  ],
  [
    ...(['2.12 · expired', 'distributor', 'distributor'] as const),
    { offer: EXPIRED, seen: { texts: ['Expired', 'This QR code has expired'] }, disabled: CLAIM },
  ],
  [
    ...(['2.12 · full', 'distributor', 'distributor'] as const),
    { offer: FULL, seen: { texts: ['Full', 'This QR code has reached maximum capacity'] }, disabled: CLAIM },
  ],
  [
    ...(['2.12 · claimed by another distributor', 'distributor', 'distributor'] as const),
    {
      offer: { isClaimed: true, claimObstacle: 'claimed' },
      ...{ seen: { texts: ['This QR code has already been claimed'] }, not: { buttons: [CLAIM] } },
    },
  ],
];
const look = async () => [...(await axeFindings()), ...(await darkFindings()), ...overflow()];

it.each(STATES)('%s', async (_, kind, viewer, { offer = {}, seen, not = {}, disabled }) => {
  give(kind, viewer, offer);
  await openPublicPage(newLink(kind));
  await see(seen);
  seeNot(not);
  if (disabled) await expect.element(button(disabled)).toBeDisabled();
  expect(api.sent(calls.scan)).toHaveLength(1);
  expect(await look()).toEqual([]);
});

it.each([
  ['customer', 'Inicia sesión para canjear', ['Tu beneficio', '20 % de descuento']],
  ['distributor', 'Regístrate para reclamar', ['Tu comisión', '10,00 % por canje', 'Compártelo']],
] as const)(
  '7 · the %s page leads to a login that returns to it; in Spanish, on a desktop',
  async (kind, name, texts) => {
    give(kind, null);
    const path = newLink(kind);
    await openPublicPage(path, { language: 'es', viewport: DESKTOP });
    await see({ texts });
    const login = `/api/login?intent=${kind}&returnTo=${encodeURIComponent(path)}&signUp=true`;
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', login);
  },
);

it.each([
  ['customer', refusal(500, SAID), SAID],
  ['distributor', NO, SAID],
  ['customer', { success: true, message: '' }, 'Unknown error'],
] as const)('8 · Scan info · Invalid QR Code: %s page, %o', async (kind, answer, text) => {
  give(kind, null);
  api.on(infoOf(kind), answer);
  await openPublicPage(newLink(kind));
  await see({ headings: ['Invalid QR Code'], texts: [text], links: ['Go to Home'] });
});

it('2.11 · with no token', async () => {
  signIn(null);
  await openPublicPage('/scan/customer/', { language: 'es' });
  await see({ texts: ['No se ha indicado ningún código QR'], links: ['Ir al inicio'] });
  expect(await look()).toEqual([]);
  expect(api.sent(calls.scan)).toEqual([]);
});

it('a page that was not reached tries again', async () => {
  give('customer', 'customer');
  api.on(infoOf('customer'), UNREACHED);
  await openPublicPage(newLink('customer'));
  await see({ headings: ['This page could not be loaded'] });
  give('customer', 'customer');
  await button('Try Again').click();
  await see({ headings: ['Winter'] });
});

it('2.11 · Confirm Redemption asks in a dialog that keeps the focus, and gives it back; Back closes it, and then leaves the page', async () => {
  give('customer', 'customer');
  history.replaceState(null, '', '/before');
  history.pushState(null, '', '/');
  const link = newLink('customer');
  await openPublicPage(link);
  await button(REDEEM).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  history.back();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button(REDEEM)).toHaveFocus();
  expect(location.pathname).toBe(link);
  history.back();
  await expect.poll(() => location.pathname).toBe('/before');
  await openPublicPage(newLink('customer'));
  await button(REDEEM).click();
  const texts = ['Are you sure you want to redeem this benefit? This action cannot be undone.'];
  await see({ dialog: 'Confirm Redemption', texts, buttons: ['Cancel', REDEEM] });
  expect(await look()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(button(REDEEM)).toHaveFocus();
  expect(api.sent(calls.redeem)).toEqual([]);
});

const UNANSWERED = 'No answer came, so this may have been done. Try again: it is not done twice.';

/** Presses the button of the page, then the one of its dialog. */
async function confirm(name: string, title: string): Promise<void> {
  await button(name).click();
  await page.getByRole('dialog', { name: title }).getByRole('button', { name, exact: true }).click();
}

it('8 · Redeem: refused, failed and done; of a session that has ended it leads to the login', async () => {
  give('customer', 'customer');
  await openPublicPage(newLink('customer'));
  api.on(calls.redeem, refusal(401, 'Please sign in first.', 'NOT_SIGNED_IN'));
  await confirm(REDEEM, 'Confirm Redemption');
  await expect.poll(() => opened[0]).toMatch(/^\/api\/login\?intent=customer&returnTo=%2Fscan%2Fcustomer%2F/);
  const link = newLink('customer');
  await openPublicPage(link);
  for (const [answer, title, text, isFailure] of [
    [NO, 'Redemption Failed', SAID, true],
    [refusal(500, SAID), 'Redemption Error', SAID, true],
    [UNREACHED, "We don't know yet", UNANSWERED, true],
    [YES, 'Benefit Redeemed!', 'You have successfully redeemed this benefit.', false],
  ] as const) {
    api.on(calls.redeem, answer);
    await confirm(REDEEM, 'Confirm Redemption');
    await seeToast(title, text, { isFailure });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  }
  const [, ...bodies] = api.bodies(calls.redeem);
  expect(bodies).toEqual(Array(4).fill({ token: link.split('/').at(-1) }));
  await expect.element(page.getByRole('heading', { name: 'Benefit redeemed' })).toHaveFocus();
  // Section 7: the scan info is loaded again.
  await expect.poll(() => api.sent(calls.customerScanInfo).length).toBe(6);
  await userEvent.keyboard('{F8}');
  await expect.poll(() => document.activeElement?.className).toMatch(/toast-area/);
  await userEvent.keyboard('{Tab}{Tab}{Enter}');
  await expect.element(page.getByText('Benefit Redeemed!')).not.toBeInTheDocument();
});

it('2.12 · Claim QR Code states the commission percent, and gives the focus back; 8 · each refusal, and done', async () => {
  give('distributor', 'distributor');
  const link = newLink('distributor');
  await openPublicPage(link);
  await see({ headings: ['Claim this QR Code'], buttons: [CLAIM] });
  seeNot({ links: ['Sign up to Claim'] });
  expect(await look()).toEqual([]);
  await button(CLAIM).click();
  await see({ dialog: CLAIM, parts: [/10\.00%/], buttons: ['Cancel', CLAIM] });
  expect(await look()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(button(CLAIM)).toHaveFocus();
  expect(api.sent(calls.claim)).toEqual([]);
  for (const [answer, title, text, isFailure] of [
    [refusal(409, SAID), 'Already Claimed', 'This QR code has already been claimed by another distributor.', true],
    [refusal(403, SAID), 'Access Denied', "You don't have permission to claim QR codes from this site.", true],
    [refusal(400, SAID), 'Invalid QR Code', 'The QR code is invalid, expired, or corrupted.', true],
    [refusal(500, SAID), 'Claim Error', SAID, true],
    [UNREACHED, "We don't know yet", UNANSWERED, true],
    [NO, 'Claim Failed', SAID, true],
    [YES, 'QR Code Claimed!', 'You can now promote this QR code and earn commissions.', false],
  ] as const) {
    api.on(calls.claim, answer);
    await confirm(CLAIM, CLAIM);
    await seeToast(title, text, { isFailure });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  }
  expect(api.bodies(calls.claim)).toEqual(Array(7).fill({ token: link.split('/').at(-1) }));
  await expect.element(page.getByRole('heading', { name: 'This QR code is yours' })).toHaveFocus();
  await expect.element(page.getByRole('link', { name: 'Open My QR Codes' })).toHaveAttribute('href', '/qr-management');
  await expect.poll(() => api.sent(calls.distributorScanInfo).length).toBe(8);
});

it.each([
  ['customer', calls.redeem, NO, FULL, REDEEM, 'Confirm Redemption', 'This offer has reached its maximum redemptions'],
  [
    ...(['distributor', calls.claim, refusal(409, SAID), { claimObstacle: 'claimed' }, CLAIM, CLAIM] as const),
    'This QR code has already been claimed',
  ],
] as const)(
  'after a refusal the page of a %s shows the offer as it is now',
  async (kind, call, answer, now, submit, title, notice) => {
    give(kind, kind);
    await openPublicPage(newLink(kind));
    await see({ buttons: [submit] });
    give(kind, kind, now);
    api.on(call, answer);
    await confirm(submit, title);
    await see({ texts: [notice] });
  },
);

it('4 · Claim of a customer without the role: a Spanish notice, then the login of distributors', async () => {
  give('distributor', 'customer');
  await openPublicPage(newLink('distributor'));
  await button(CLAIM).click();
  await expect.poll(() => document.querySelector('.toast')?.getAttribute('lang')).toBe('es');
  await seeText('Requiere cuenta de distribuidor');
  expect(api.sent(calls.claim)).toEqual([]);
});

it('2.11 · the button to redeem stays where it is while the code above it loads', async () => {
  give('customer', 'customer');
  let answer = () => {};
  const answered = new Promise<typeof OPEN_SCAN>((resolve) => {
    answer = () => resolve(OPEN_SCAN);
  });
  api.on(calls.scan, () => answered);
  await openPublicPage(newLink('customer'));
  await see({ buttons: [REDEEM] });
  const { x, y } = button(REDEEM).element().getBoundingClientRect();
  answer();
  await expect.element(page.getByRole('img', { name: 'QR of your redemption code' })).toBeVisible();
  expect(button(REDEEM).element().getBoundingClientRect()).toMatchObject({ x, y });
});

const NEXT_SCAN = { ...OPEN_SCAN, scanId: '00000000-0000-4000-8000-000000000010' };
it.each([
  [
    'is still redeemed while its period lasts',
    { expiresAtUtc: '2099-01-01T00:00:00.000Z' },
    NEXT_SCAN,
    'Benefit redeemed',
  ],
  ['is the one of the next period after it', { expiresAtUtc: EXPIRED.expiresAtUtc }, NEXT_SCAN, 'Ready to redeem'],
  [
    'is the next one after it was undone',
    { expiresAtUtc: null, undoneAt: MY_SCAN.scanDate },
    NEXT_SCAN,
    'Ready to redeem',
  ],
  ['is still redeemed where no period follows', { expiresAtUtc: EXPIRED.expiresAtUtc }, NO, 'Benefit redeemed'],
] as const)('the scan of a page that is reloaded %s', async (_, given, scanned, heading) => {
  give('customer', 'customer');
  vi.spyOn(Performance.prototype, 'getEntriesByType').mockReturnValue([
    { type: 'reload' } as PerformanceNavigationTiming,
  ]);
  const redeemed = { ...MY_SCAN, isRedeemed: true, redeemedAt: MY_SCAN.scanDate, ...given };
  api.on(calls.myScan, ({ params }) => (params.scanId === MY_SCAN.scanId ? redeemed : MY_SCAN));
  api.on(calls.scan, scanned);
  vi.spyOn(history, 'state', 'get').mockReturnValue({ scanId: MY_SCAN.scanId });
  await openPublicPage(newLink('customer'));
  await see({ headings: [heading] });
});
