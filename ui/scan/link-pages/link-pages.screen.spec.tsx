import { calls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, darkFindings, overflow } from '../../testing/audit.ts';
import { refusal, UNREACHED } from '../../testing/fake-api.ts';
import { giveLink as give, infoOf, type LinkKind as Kind } from '../../testing/links.ts';
import { newLink, openPublicPage } from '../../testing/open-public-page.tsx';
import { api, DESKTOP, PHONE } from '../../testing/open-screen.tsx';
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

describe.each([
  ['en', DESKTOP],
  ['es', PHONE],
] as const)('in %s', (language, viewport) => {
  it.each(STATES)('%s', async (_, { kind, viewer, offer = {}, seen, not = {}, disabled, isNew }) => {
    give(kind, viewer, offer);
    await openPublicPage(newLink(kind), { language, viewport });
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
    give(kind, null);
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
    give(kind, null);
    api.on(infoOf(kind), UNREACHED);
    await openPublicPage(newLink(kind));
    await see({ headings: ['This page could not be loaded'] });
    give(kind, null);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await see({ headings: ['Winter'] });
  });
});
