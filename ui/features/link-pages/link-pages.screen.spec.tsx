import type { Role } from '@perktree/contracts/envelope';
import { calls } from '@perktree/contracts/http/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, darkFindings, overflow } from '../../testing/audit.ts';
import { refusal, UNREACHED } from '../../testing/fake-api.ts';
import { newLink, openPublicPage } from '../../testing/open-public-page.tsx';
import { api, opened } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { type Seen, see, seeNot } from '../../testing/see.ts';
import { OFFER } from '../../testing/shop.ts';
import { seeToast } from '../../testing/toasts.ts';

/** The pages of printed links: the specification's sections 2.11 and 2.12, and their toasts of section 8, word for word. */
type Kind = 'customer' | 'distributor';
const SAID = 'What the server says.';
const NO = { success: false, message: SAID };
const YES = { success: true, message: 'Done.' };
const SCAN_ID = '00000000-0000-4000-8000-000000000009';
const OPEN_SCAN = { ...YES, scanId: SCAN_ID, redemptionCode: 'K7M-2QX', redemptionToken: 'redemption-token' };
const EXPIRED = { isExpired: true, expiresAtUtc: '2020-01-02T03:04:05.000Z' };
const FULL = { isMaxedOut: true, totalRedemptions: 3 };
const infoOf = (kind: Kind) => (kind === 'customer' ? calls.customerScanInfo : calls.distributorScanInfo);

function give(kind: Kind, viewer: Role | null, offer: Partial<typeof OFFER> = {}): void {
  signIn(viewer);
  const percent = kind === 'customer' ? { commissionPercent: null } : {};
  api.on(infoOf(kind), { ...YES, qr: { ...OFFER, ...percent, ...offer } });
}

beforeEach(() => {
  api.on(calls.scan, OPEN_SCAN);
  api.on(calls.myScan, {
    ...{ scanId: SCAN_ID, name: 'Winter', siteName: 'Corner Café', currency: 'EUR', type: 'DISCOUNT_PERCENT' },
    ...{ discountPercent: 20, discountFixedAmount: null, textReward: null, isRedeemed: false, redeemedAt: null },
    ...{ scanDate: '2026-07-01T10:00:00.000Z', expiresAtUtc: OFFER.expiresAtUtc, awaitsConfirmation: false },
    ...{ redemptionCode: 'K7M-2QX', redemptionToken: 'redemption-token' },
  });
});

interface State {
  readonly kind: Kind;
  readonly viewer: Role | null;
  readonly offer?: Partial<typeof OFFER>;
  readonly seen: Seen;
  readonly not?: Seen;
  readonly disabled?: readonly [en: string, es: string];
  /** It looks unlike the others. */
  readonly isNew?: true;
}
const REDEEM = ['Redeem Benefit', 'Canjear beneficio'] as const;
const CLAIM = ['Claim QR Code', 'Reclamar código QR'] as const;
const SIGN_IN = ['Sign in to redeem', 'Inicia sesión para canjear'] as const;
const HINT = [
  'Show this screen to staff to redeem your benefit',
  'Muestra esta pantalla al personal para canjear tu beneficio',
] as const;

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
        texts: [
          ['QR Scanned', 'QR escaneado'],
          ['Your Benefit', 'Tu beneficio'],
          ['20% Discount', '20 % de descuento'],
          ['Used 1/3', 'Usado 1/3'],
          ['from Corner Café', 'de Corner Café'],
        ],
        parts: [/^(Valid until|Válido hasta el) .*2099/],
      },
      // Before signing in there is no code to show.
      not: { texts: [['Ready to redeem', 'Listo para canjear'], HINT], buttons: [REDEEM] },
    },
  ],
  [
    '2.11 · signed in',
    {
      isNew: true,
      kind: 'customer',
      viewer: 'customer',
      seen: {
        headings: [['Ready to redeem', 'Listo para canjear']],
        buttons: [REDEEM],
        links: [['My Scans', 'Mis escaneos']],
        texts: [HINT, ['Your redemption code', 'Tu código de canje'], 'K7M-2QX'],
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
        texts: [['This offer has expired', 'Esta oferta ha caducado']],
        parts: [/^(Expired on|Caducó el) .*2020/],
      },
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
        texts: [
          ['Used 3/3 (Full)', 'Usado 3/3 (Completo)'],
          ['This offer has reached its maximum redemptions', 'Esta oferta ha alcanzado su máximo de canjes'],
        ],
      },
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
        headings: ['Winter', ['Join as a Distributor', 'Hazte distribuidor'], ['How it works', 'Cómo funciona']],
        links: [['Sign up to Claim', 'Regístrate para reclamar']],
        texts: [
          ['Business Opportunity', 'Oportunidad de negocio'],
          ['Customer Benefit', 'Beneficio para el cliente'],
          ['20% Discount', '20 % de descuento'],
          ['Your Commission', 'Tu comisión'],
          ['10.00% per redemption', '10,00% por canje'],
          ['Redeemed', 'Canjeados'],
          ['Available', 'Disponible'],
          ['Max 3', 'Máx. 3'],
          ['Claim the QR code', 'Reclama el código QR'],
          ['Share it', 'Compártelo'],
          ['Earn 10.00%', 'Gana un 10,00%'],
          ['Track your earnings', 'Sigue tus ganancias'],
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
      seen: { headings: [['Claim this QR Code', 'Reclama este código QR']], buttons: [CLAIM] },
      not: { links: [['Sign up to Claim', 'Regístrate para reclamar']] },
    },
  ],
  [
    '2.12 · expired',
    {
      kind: 'distributor',
      viewer: 'distributor',
      offer: EXPIRED,
      seen: {
        texts: [
          ['Expired', 'Caducado'],
          ['This QR code has expired', 'Este código QR ha caducado'],
        ],
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
        texts: [
          ['Full', 'Completo'],
          ['This QR code has reached maximum capacity', 'Este código QR ha alcanzado su capacidad máxima'],
        ],
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
      seen: { texts: [['This QR code has already been claimed', 'Este código QR ya ha sido reclamado']] },
      not: { buttons: [CLAIM] },
    },
  ],
];

describe.each(['en', 'es'] as const)('in %s', (language) => {
  it.each(STATES)('%s', async (_, { kind, viewer, offer = {}, seen, not = {}, disabled, isNew }) => {
    give(kind, viewer, offer);
    await openPublicPage(newLink(kind), { language });
    await see(seen, language);
    seeNot(not, language);
    if (disabled) {
      const button = page.getByRole('button', { name: disabled[language === 'es' ? 1 : 0], exact: true });
      await expect.element(button).toBeDisabled();
    }
    expect(api.sent(calls.scan)).toHaveLength(1);
    expect(overflow()).toEqual([]);
    if (isNew && language === 'en') expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
  });
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

describe.each(['customer', 'distributor'] as const)('8 · Scan info · %s page · Invalid QR Code', (kind) => {
  it.each([
    ['error', refusal(500, SAID), SAID],
    ['success false', NO, SAID],
    ['no qr, nothing said', { success: true, message: '' }, 'Unknown error'],
  ] as const)('%s', async (_, answer, text) => {
    signIn(null);
    api.on(infoOf(kind), answer);
    await openPublicPage(newLink(kind));
    await see({ headings: ['Invalid QR Code'], texts: [text], links: ['Go to Home'] });
  });

  it('2.11 · with no token', async () => {
    signIn(null);
    await openPublicPage(`/scan/${kind}/`, { language: 'es' });
    const words = ['No QR token provided', 'No se ha indicado ningún código QR'] as const;
    await see({ texts: [words], links: [['Go to Home', 'Ir al inicio']] }, 'es');
    expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
    expect(api.sent(calls.scan)).toEqual([]);
  });

  it('not reached: tries again', async () => {
    signIn(null);
    api.on(infoOf(kind), UNREACHED);
    await openPublicPage(newLink(kind));
    await see({ headings: ['This page could not be loaded'] });
    give(kind, null);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await see({ headings: ['Winter'] });
  });
});

const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (title: string, name: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name, exact: true }).click();

describe('2.11 · Confirm Redemption', () => {
  it('asks in a dialog that keeps the focus, and gives it back', async () => {
    give('customer', 'customer');
    await openPublicPage(newLink('customer'));
    await click('Redeem Benefit');
    await see({
      dialog: 'Confirm Redemption',
      texts: ['Are you sure you want to redeem this benefit? This action cannot be undone.'],
      buttons: ['Cancel', 'Redeem Benefit'],
    });
    expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Redeem Benefit' })).toHaveFocus();
    expect(api.sent(calls.redeem)).toEqual([]);
  });

  it('in Spanish', async () => {
    give('customer', 'customer');
    await openPublicPage(newLink('customer'), { language: 'es' });
    await click('Canjear beneficio');
    await see({
      dialog: 'Confirmar canje',
      texts: ['¿Seguro que quieres canjear este beneficio? Esta acción no se puede deshacer.'],
      buttons: ['Cancelar', 'Canjear beneficio'],
    });
  });

  it.each([
    ['8 · Redeem (success false)', NO, 'Redemption Failed', SAID, true],
    ['8 · Redeem (request error)', refusal(500, SAID), 'Redemption Error', SAID, true],
    ['8 · Redeem success', YES, 'Benefit Redeemed!', 'You have successfully redeemed this benefit.', false],
  ] as const)('%s', async (_, answer, title, text, isFailure) => {
    give('customer', 'customer');
    const link = newLink('customer');
    await openPublicPage(link);
    await click('Redeem Benefit');
    api.on(calls.redeem, answer);
    await confirm('Confirm Redemption', 'Redeem Benefit');
    await seeToast(title, text, { isFailure });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(api.sent(calls.redeem).map(({ body }) => body)).toEqual([{ token: link.split('/').at(-1) }]);
    if (isFailure) return;
    await expect.element(page.getByRole('heading', { name: 'Benefit redeemed' })).toHaveFocus();
    // Section 7: the scan info is loaded again.
    await expect.poll(() => api.sent(calls.customerScanInfo).length).toBe(2);
    await userEvent.keyboard('{F8}');
    await expect.poll(() => document.activeElement?.className).toMatch(/toast-area/);
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByText('Benefit Redeemed!')).not.toBeInTheDocument();
  });

  it('of a session that has ended leads to the login', async () => {
    give('customer', 'customer');
    await openPublicPage(newLink('customer'));
    await click('Redeem Benefit');
    api.on(calls.redeem, refusal(401, 'Please sign in first.', 'NOT_SIGNED_IN'));
    await confirm('Confirm Redemption', 'Redeem Benefit');
    await expect.poll(() => opened[0]).toMatch(/^\/api\/login\?intent=customer&returnTo=%2Fscan%2Fcustomer%2F/);
  });
});

describe('2.12 · Claim QR Code', () => {
  it.each([
    ['en', 'Claim QR Code', 'Claim QR Code', /10\.00%/, 'Cancel'],
    ['es', 'Reclamar código QR', 'Reclamar código QR', /10,00%/, 'Cancelar'],
  ] as const)(
    'states the commission percent, and gives the focus back (%s)',
    async (language, open, title, percent, cancel) => {
      give('distributor', 'distributor');
      await openPublicPage(newLink('distributor'), { language });
      await click(open);
      await see({ dialog: title, parts: [percent], buttons: [cancel, open] }, language);
      expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('button', { name: open })).toHaveFocus();
      expect(api.sent(calls.claim)).toEqual([]);
    },
  );

  it.each([
    [
      '8 · Claim 409',
      refusal(409, SAID),
      'Already Claimed',
      'This QR code has already been claimed by another distributor.',
      true,
    ],
    [
      '8 · Claim 403',
      refusal(403, SAID),
      'Access Denied',
      "You don't have permission to claim QR codes from this site.",
      true,
    ],
    ['8 · Claim 400', refusal(400, SAID), 'Invalid QR Code', 'The QR code is invalid, expired, or corrupted.', true],
    ['8 · Claim 500', refusal(500, SAID), 'Claim Error', SAID, true],
    ['8 · Claim success false', NO, 'Claim Failed', SAID, true],
    ['8 · Claim success', YES, 'QR Code Claimed!', 'You can now promote this QR code and earn commissions.', false],
  ] as const)('%s', async (_, answer, title, text, isFailure) => {
    give('distributor', 'distributor');
    const link = newLink('distributor');
    await openPublicPage(link);
    await click('Claim QR Code');
    api.on(calls.claim, answer);
    await confirm('Claim QR Code', 'Claim QR Code');
    await seeToast(title, text, { isFailure });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(api.sent(calls.claim).map(({ body }) => body)).toEqual([{ token: link.split('/').at(-1) }]);
    if (isFailure) return;
    await expect.element(page.getByRole('heading', { name: 'This QR code is yours' })).toHaveFocus();
    await expect
      .element(page.getByRole('link', { name: 'Open My QR Codes' }))
      .toHaveAttribute('href', '/qr-management');
    await expect.poll(() => api.sent(calls.distributorScanInfo).length).toBe(2);
  });

  it('4 · of a customer without the role: a Spanish notice, then the login of distributors', async () => {
    give('distributor', 'customer');
    await openPublicPage(newLink('distributor'));
    await click('Claim QR Code');
    await expect.poll(() => document.querySelector('.toast')?.getAttribute('lang')).toBe('es');
    await expect.element(page.getByText('Requiere cuenta de distribuidor')).toBeVisible();
    expect(api.sent(calls.claim)).toEqual([]);
  });
});

it('2.11 · the button to redeem stays where it is while the code above it loads', async () => {
  give('customer', 'customer');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  api.on(calls.scan, async () => {
    await answered;
    return OPEN_SCAN;
  });
  await openPublicPage(newLink('customer'));
  await see({ buttons: ['Redeem Benefit'] });
  const place = () => page.getByRole('button', { name: 'Redeem Benefit' }).element().getBoundingClientRect();
  const { x, y } = place();
  answer();
  await expect.element(page.getByRole('img', { name: 'QR of your redemption code' })).toBeVisible();
  expect(place()).toMatchObject({ x, y });
});
