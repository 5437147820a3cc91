import { calls } from '@perktree/contracts/catalogue/calls';
import type { FlagAnswer } from '@perktree/contracts/flag/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { fillIn, press, seeNoDialog } from '../testing/forms.ts';
import { api, DESKTOP, NOW, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const ID = '00000000-0000-4000-8000-000000000031';
const REDEMPTION = '00000000-0000-4000-8000-000000000032';
const SAM = { id: 'sam', name: 'Sam Staff' };
const CLEO = { id: 'cleo', name: 'Cleo Customer' };
const AT = NOW.toISOString();
const FLAG: FlagAnswer = {
  ...{ id: ID, kind: 'same_staff_and_customer', staff: SAM, customer: CLEO, deviceId: null, networkId: null },
  ...{ redemptions: 3, firstSeenAt: AT, lastSeenAt: AT, review: null },
  evidence: [
    {
      ...{ redemptionId: REDEMPTION, staff: SAM, customer: CLEO, redeemedAt: AT },
      ...{ sale: { amount: '40.00', usual: null, currency: 'EUR' }, reversal: 'partly' },
    },
  ],
};

const WORDS = {
  en: {
    ...{ review: 'Review Same staff, same customer: Sam Staff and Cleo Customer', title: 'Review this flag' },
    ...{ reason: 'What did you find?', submit: 'Mark as reviewed', saved: 'Flag Reviewed' },
    ...{ kind: 'Same staff, same customer', by: /^Reviewed by Olga Owner on /, done: '3 redemptions · Reviewed' },
    ...{
      since: '2 redemptions since then.',
      show: 'Show redemptions',
      open: /^Open the redemption of Cleo Customer, /,
    },
    ...{ line: /confirmed by Sam Staff · €40\.00 · partly reversed/, only: 'One redemption is shown.' },
    ...{ all: 'Show all redemptions', filter: 'Not reviewed', required: 'This field is required.' },
  },
  es: {
    ...{ review: 'Revisar Mismo personal, mismo cliente: Sam Staff y Cleo Customer', title: 'Revisar este aviso' },
    ...{ reason: '¿Qué has comprobado?', submit: 'Marcar como revisado', saved: 'Aviso revisado' },
    ...{ kind: 'Mismo personal, mismo cliente', by: /^Revisado por Olga Owner el /, done: '3 canjes · Revisado' },
    ...{ since: '2 canjes desde entonces.', show: 'Mostrar canjes', open: /^Abrir el canje de Cleo Customer, / },
    ...{ line: /confirmado por Sam Staff · 40,00\s€ · anulado en parte/, only: 'Se muestra un solo canje.' },
    ...{ all: 'Mostrar todos los canjes', filter: 'Sin revisar', required: 'Este campo es obligatorio.' },
  },
} as const;

beforeEach(() => {
  signIn('site_owner');
  api.answerReads('empty');
  openShop([]);
});

describe.each([
  ['en', DESKTOP],
  ['es', PHONE],
] as const)('a flag (%s)', (language, viewport) => {
  const words = WORDS[language];
  const open = () => openScreen(`/sites/${SITE.id}/flags`, { language, viewport });

  it('is marked as reviewed with what was found, by whom and when', async () => {
    let flag = FLAG;
    api.on(calls.siteFlags, () => [flag], { total: 1 });
    api.on(calls.reviewFlag, ({ body }) => {
      const { reason } = body as { reason: string };
      flag = { ...FLAG, review: { by: { id: 'owner', name: 'Olga Owner' }, at: AT, reason, redemptions: 3 } };
      return { id: ID, redemptions: 3 };
    });
    await open();
    await page.getByRole('button', { name: words.review }).click();
    const dialog = page.getByRole('dialog', { name: words.title });
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    await press(words.submit, dialog);
    await expect.element(dialog.getByRole('textbox', { name: words.reason })).toHaveAttribute('aria-invalid', 'true');
    expect(api.sent(calls.reviewFlag)).toHaveLength(0);
    await fillIn({ [words.reason]: 'Regular guest' }, dialog);
    await press(words.submit, dialog);
    await seeToast(words.saved, words.kind);
    await seeNoDialog();
    expect(api.sent(calls.reviewFlag)).toMatchObject([
      { params: { siteId: SITE.id, flagId: ID }, body: { reason: 'Regular guest', redemptions: 3 } },
    ]);
    await expect.element(page.getByText(words.by)).toBeVisible();
    await expect.element(page.getByText('Regular guest')).toBeVisible();
    await expect.element(page.getByText(words.done)).toBeVisible();
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  });

  it('says how many redemptions came after its review', async () => {
    const review = { by: { id: 'owner', name: 'Olga Owner' }, at: AT, reason: 'Regular guest', redemptions: 1 };
    api.on(calls.siteFlags, [{ ...FLAG, review }], { total: 1 });
    await open();
    await expect.element(page.getByText(words.since)).toBeVisible();
  });

  it('leads from its evidence, with the amount, to the redemption, where it can be reversed', async () => {
    api.on(calls.siteFlags, [FLAG], { total: 1 });
    await open();
    await page.getByRole('button', { name: words.show }).click();
    await expect.element(page.getByText(words.line)).toBeVisible();
    await page.getByRole('link', { name: words.open }).click();
    await expect.element(page.getByText(words.only)).toBeVisible();
    await expect.poll(() => api.sent(calls.siteRedemptions).at(-1)?.query.ids).toBe(REDEMPTION);
    await page.getByRole('link', { name: words.all }).click();
    await expect.poll(() => api.sent(calls.siteRedemptions).at(-1)?.query.ids).toBeUndefined();
  });
});
