import { calls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, darkFindings, overflow } from '../../testing/audit.ts';
import { refusal, UNREACHED } from '../../testing/fake-api.ts';
import { giveLink as give, infoOf, type LinkKind as Kind } from '../../testing/links.ts';
import { newLink, openPublicPage } from '../../testing/open-public-page.tsx';
import { api, DESKTOP } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { type Seen, see, seeNot } from '../../testing/see.ts';
import type { OFFER } from '../../testing/shop.ts';

/** The pages of printed links: the specification's sections 2.11 and 2.12, and section 8, word for word. */
const SAID = 'What the server says.';
const NO = { success: false, message: SAID };
const EXPIRED = { isExpired: true, expiresAtUtc: '2020-01-02T03:04:05.000Z' };
const FULL = { isMaxedOut: true, totalRedemptions: 3 };

interface State {
  readonly kind: Kind;
  readonly viewer: Role | null;
  readonly offer?: Partial<typeof OFFER>;
  readonly seen: Seen;
  readonly not?: Seen;
  readonly disabled?: string;
  /** It looks unlike the others. */
  readonly isNew?: true;
}
const REDEEM = 'Redeem Benefit';
const CLAIM = 'Claim QR Code';
const SIGN_IN = 'Sign in to redeem';
const HINT = 'Show this screen to staff to redeem your benefit';

const STATES: readonly (readonly [name: string, State])[] = [
  [
    '2.11 · signed out',
    {
      isNew: true,
      kind: 'customer',
      viewer: null,
      seen: {
        headings: ['Winter'],
        links: [SIGN_IN],
        texts: ['QR Scanned', 'Your Benefit', '20% Discount', 'Used 1/3', 'from Corner Café'],
        parts: [/^(Valid until|Válido hasta el) .*2099/],
      },
      // Before signing in there is no code to show.
      not: { texts: ['Ready to redeem', HINT], buttons: [REDEEM] },
    },
  ],
  [
    '2.11 · signed in',
    {
      isNew: true,
      kind: 'customer',
      viewer: 'customer',
      seen: {
        headings: ['Ready to redeem'],
        buttons: [REDEEM],
        links: ['My Scans'],
        texts: [HINT, 'Your redemption code', 'K7M-2QX'],
        parts: [/^(Time left|Tiempo restante): \d/],
      },
      not: { links: [SIGN_IN] },
    },
  ],
  [
    '2.11 · expired',
    {
      kind: 'customer',
      viewer: 'customer',
      offer: EXPIRED,
      seen: {
        texts: ['This offer has expired'],
        parts: [/^(Expired on|Caducó el) .*2020/],
      },
      not: { texts: [HINT] },
      disabled: REDEEM,
    },
  ],
  [
    '2.11 · full',
    {
      isNew: true,
      kind: 'customer',
      viewer: 'customer',
      offer: FULL,
      seen: {
        texts: ['Used 3/3 (Full)', 'This offer has reached its maximum redemptions'],
      },
      not: { texts: [HINT] },
      disabled: REDEEM,
    },
  ],
  [
    '2.12 · signed out',
    {
      isNew: true,
      kind: 'distributor',
      viewer: null,
      seen: {
        headings: ['Winter', 'Join as a Distributor', 'How it works'],
        links: ['Sign up to Claim'],
        texts: [
          'Business Opportunity',
          'Customer Benefit',
          '20% Discount',
          'Your Commission',
          '10.00% per redemption',
          'Redeemed',
          'Available',
          'Max 3',
          'Claim the QR code',
          'Share it',
          'Earn 10.00%',
          'Track your earnings',
        ],
      },
      not: { buttons: [CLAIM] },
    },
  ],
  [
    '2.12 · signed in',
    {
      isNew: true,
      kind: 'distributor',
      viewer: 'distributor',
      seen: { headings: ['Claim this QR Code'], buttons: [CLAIM] },
      not: { links: ['Sign up to Claim'] },
    },
  ],
  [
    '2.12 · expired',
    {
      kind: 'distributor',
      viewer: 'distributor',
      offer: EXPIRED,
      seen: {
        texts: ['Expired', 'This QR code has expired'],
      },
      disabled: CLAIM,
    },
  ],
  [
    '2.12 · full',
    {
      kind: 'distributor',
      viewer: 'distributor',
      offer: FULL,
      seen: {
        texts: ['Full', 'This QR code has reached maximum capacity'],
      },
      disabled: CLAIM,
    },
  ],
  [
    '2.12 · claimed by another distributor',
    {
      kind: 'distributor',
      viewer: 'distributor',
      offer: { isClaimed: true, claimObstacle: 'claimed' },
      seen: { texts: ['This QR code has already been claimed'] },
      not: { buttons: [CLAIM] },
    },
  ],
];

it.each(STATES)('%s', async (_, { kind, viewer, offer = {}, seen, not = {}, disabled, isNew }) => {
  give(kind, viewer, offer);
  await openPublicPage(newLink(kind));
  await see(seen);
  seeNot(not);
  if (disabled) await expect.element(page.getByRole('button', { name: disabled, exact: true })).toBeDisabled();
  expect(api.sent(calls.scan)).toHaveLength(1);
  expect(overflow()).toEqual([]);
  if (isNew) expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
});

it('in Spanish, on a desktop', async () => {
  give('customer', null);
  await openPublicPage(newLink('customer'), { language: 'es', viewport: DESKTOP });
  await see({ links: ['Inicia sesión para canjear'], texts: ['Tu beneficio', '20 % de descuento'] });
  give('distributor', null);
  await openPublicPage(newLink('distributor'), { language: 'es', viewport: DESKTOP });
  await see({ links: ['Regístrate para reclamar'], texts: ['Tu comisión', '10,00% por canje', 'Compártelo'] });
});

it.each([
  ['customer', 'Sign in to redeem', 'customer'],
  ['distributor', 'Sign up to Claim', 'distributor'],
] as const)('7 · the %s page leads to a login that returns to it', async (kind, link, intent) => {
  give(kind, null);
  const path = newLink(kind);
  await openPublicPage(path);
  const login = `/api/login?intent=${intent}&returnTo=${encodeURIComponent(path)}&signUp=true`;
  await expect.element(page.getByRole('link', { name: link })).toHaveAttribute('href', login);
});

describe.each(['customer', 'distributor'] as const)('8 · Scan info · %s page', (kind) => {
  it.each([
    ['error', refusal(500, SAID), SAID],
    ['success false', NO, SAID],
    ['no qr, nothing said', { success: true, message: '' }, 'Unknown error'],
  ] as const)('Invalid QR Code: %s', async (_, answer, text) => {
    give(kind, null);
    api.on(infoOf(kind), answer);
    await openPublicPage(newLink(kind));
    await see({ headings: ['Invalid QR Code'], texts: [text], links: ['Go to Home'] });
  });
});

it('2.11 · with no token', async () => {
  signIn(null);
  await openPublicPage('/scan/customer/', { language: 'es' });
  const words = ['No QR token provided', 'No se ha indicado ningún código QR'] as const;
  await see({ texts: [words], links: [['Go to Home', 'Ir al inicio']] }, 'es');
  expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
  expect(api.sent(calls.scan)).toEqual([]);
});

it('not reached: tries again', async () => {
  give('customer', null);
  api.on(infoOf('customer'), UNREACHED);
  await openPublicPage(newLink('customer'));
  await see({ headings: ['This page could not be loaded'] });
  give('customer', null);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await see({ headings: ['Winter'] });
});
