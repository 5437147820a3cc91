import { calls } from '@perktree/contracts/catalogue/calls';
import type { ConfirmedRedemptionAnswer, LookedUpScan } from '@perktree/contracts/redemption/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, overflow } from '../../testing/audit.ts';
import { refusal, UNREACHED } from '../../testing/fake-api.ts';
import { seeNoDialog } from '../../testing/forms.ts';
import { tabTo } from '../../testing/keys.ts';
import { api, DESKTOP, manualTime, NOW, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { BENEFIT } from '../../testing/shop.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const TOKEN = 'AZ_5-abcdefghijklmnopqrstuv';
const SCAN: LookedUpScan = {
  ...{ ...BENEFIT, qrName: 'Summer', customerName: 'Cleo Customer', siteName: 'Corner Café' },
  ...{ currency: 'EUR', defaultSaleAmount: '100.00', maxSaleAmount: '1000.00' },
  redeemsInOneStep: false,
  ...{ expiresAtUtc: '2026-07-02T10:00:00.000Z', awaitsConfirmation: false },
  redemptions: { used: 3, most: 50 },
  redemptionsOfCustomer: { used: 0, most: 1 },
};
const REDEEMED = {
  success: true,
  message: 'Customer benefit has been validated successfully.',
  redemption: {
    ...{ id: ID, ...BENEFIT, customerName: 'Cleo Customer', saleAmount: '12.50' },
    currency: 'EUR' as const,
  },
};
const ROW: ConfirmedRedemptionAnswer = {
  ...{ redemptionId: ID, ...BENEFIT, customerName: 'Cleo Customer', siteName: 'Corner Café' },
  ...{ saleAmount: '12.50', currency: 'EUR', confirmedAt: NOW.toISOString(), status: 'Confirmed' },
  correctableUntil: '2026-07-01T10:05:00.000Z',
};

beforeEach(() => {
  signIn('staff');
  api.on(calls.validations, [], { total: 0 });
  api.on(calls.lookUpScan, { success: true, message: '', scan: SCAN });
  api.on(calls.staffRedeem, REDEEMED);
});

const sent = (call: typeof calls.staffRedeem | typeof calls.lookUpScan) => api.sent(call).map(({ body }) => body);

const WORDS = [
  {
    language: 'en',
    viewport: DESKTOP,
    ...{ code: 'Redemption Code', amount: 'Sale amount in €' },
    ...{ confirmed: 'Redemption Confirmed!', refused: 'Not redeemed' },
    offer: 'This is the offer. Ask for the code under My Scans.',
    foreign: "This is not a customer's redemption QR code.",
    noCode: "Enter the 6 characters of the customer's code.",
    tooHigh: /This site accepts sale amounts of up to 1000\.00 EUR\./,
    usedUp: /The Free plan allows 50 redemptions a month, and this needs 51\./,
    row: /€12\.50 · Cleo Customer · Corner Café/,
    ...{ change: 'Change', rightAmount: 'Right amount in €', lowered: 'Amount changed' },
    why: 'The sale amount was too high',
    ...{ wrong: 'It was the wrong customer or offer', undo: 'Undo redemption', undone: 'Redemption undone' },
  },
  {
    language: 'es',
    viewport: PHONE,
    ...{ code: 'Código de canje', amount: 'Importe de la venta en €' },
    ...{ confirmed: '¡Canje confirmado!', refused: 'No canjeado', logIn: 'Iniciar sesión' },
    ...{ ended: 'Tu sesión ha terminado', cancel: 'Cancelar' },
    menu: 'Validación',
    offer: 'Esta es la oferta. Pide el código que está en Mis escaneos.',
    foreign: 'Este QR no es el código de canje de un cliente.',
    noCode: 'Escribe los 6 caracteres del código del cliente.',
    tooHigh: /Este sitio acepta importes de venta de hasta 1000,00 EUR\./,
    usedUp: /Canjes al mes que permite el plan Free: 50\. Con este serían 51\./,
    row: /12,50\s€ · Cleo Customer · Corner Café/,
    ...{ change: 'Cambiar', rightAmount: 'Importe correcto en €', lowered: 'Importe cambiado' },
    why: 'El importe de la venta era demasiado alto',
    ...{ wrong: 'Era otro cliente u otra oferta', undo: 'Deshacer canje', undone: 'Canje deshecho' },
  },
] as const;

describe.each(WORDS)('in $language', ({ language, viewport, code, amount, confirmed, ...words }) => {
  const open = () => openScreen('/staff-validation', { language, viewport });

  it('sends nothing for what is no code; never redeems without an amount; a refusal has its values, and the next one takes its place', async () => {
    await open();
    for (const [text, sentence] of [
      [`${location.origin}/scan/customer/${TOKEN}`, words.offer],
      ['WIFI:S:Cafe;P:secret', words.foreign],
      ['K7M', words.noCode],
    ] as const) {
      await page.getByLabelText(code).fill(text);
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByText(sentence)).toBeVisible();
    }
    expect(sent(calls.lookUpScan)).toEqual([]);
    await page.getByLabelText(code).fill('K7M-2QX');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText(amount)).toHaveFocus();
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText(amount)).toBeInvalid();
    expect(sent(calls.staffRedeem)).toEqual([]);

    api.on(calls.staffRedeem, {
      ...{ success: false, code: 'SALE_AMOUNT_TOO_HIGH', values: { limit: '1000.00', currency: 'EUR' } },
      message: 'This site accepts sale amounts of up to 1000.00 EUR.',
    });
    await page.getByLabelText(amount).fill('1200');
    await userEvent.keyboard('{Enter}');
    const card = page.getByRole('region', { name: words.refused });
    await expect.element(card).toHaveTextContent(words.tooHigh);
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    const values = { plan: 'Free', kind: 'redemptions', most: 50, total: 51 };
    const message = 'The Free plan allows 50 redemptions a month, and this needs 51. Upgrade to continue.';
    api.on(calls.staffRedeem, refusal(402, message, 'PLAN_LIMIT_REACHED', { values }));
    await page.getByLabelText(amount).fill('12');
    await userEvent.keyboard('{Enter}');
    await expect.element(card).toHaveTextContent(words.usedUp);
    await expect.element(card).not.toHaveTextContent(words.tooHigh);
    expect(card.elements()).toHaveLength(1);

    api.on(calls.staffRedeem, REDEEMED);
    await page.getByRole('button', { name: /100/ }).click();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(confirmed).first()).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    expect(sent(calls.staffRedeem).at(-1)).toEqual({ redemptionCode: 'K7M-2QX', saleAmount: '100.00' });
  });

  it('what staff have confirmed has amount and site; its amount is lowered, or it is undone, with a reason', async () => {
    api.on(calls.validations, [ROW], { total: 1 });
    api.on(calls.correctRedemption, { redemptionId: ID, amount: '9.50', whole: false });
    await open();
    await expect.element(page.getByText(words.row)).toBeVisible();
    await page.getByRole('button', { name: words.change }).click();
    await page.getByLabelText(words.rightAmount).fill('3,00');
    expect(await axeFindings()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(words.lowered)).toBeVisible();
    await seeNoDialog();
    expect(api.sent(calls.correctRedemption)).toMatchObject([
      { params: { redemptionId: ID }, body: { saleAmount: '3.00', reason: words.why } },
    ]);
    api.on(calls.correctRedemption, { redemptionId: ID, amount: '12.50', whole: true });
    await page.getByRole('button', { name: words.change }).click();
    await page.getByLabelText(words.wrong).click();
    await page.getByRole('button', { name: words.undo }).click();
    await expect.element(page.getByText(words.undone)).toBeVisible();
    expect(api.sent(calls.correctRedemption)[1]).toMatchObject({ body: { saleAmount: null } });
  });
});

describe('in either language', () => {
  const words = WORDS[1];
  const { language, viewport, code, amount, confirmed } = words;
  const open = () => openScreen('/staff-validation', { language, viewport });

  it('the session ends: what was entered stays, also after signing in again', async () => {
    const reopen = async () => {
      await open();
      await expect.element(page.getByLabelText(code)).toBeVisible();
    };
    await reopen();
    await page.getByLabelText(code).fill('K7M-2QX');
    await userEvent.keyboard('{Enter}');
    await page.getByLabelText(amount).fill('12,50');
    api.on(calls.staffRedeem, refusal(401, 'Please sign in first.', 'NOT_SIGNED_IN'));
    await userEvent.keyboard('{Enter}');
    const login = page.getByRole('dialog', { name: words.ended });
    await login.getByRole('button', { name: words.cancel }).click();
    await expect
      .element(page.getByRole('link', { name: words.logIn }))
      .toHaveAttribute('href', '/login?returnTo=%2Fstaff-validation');
    await expect.element(page.getByLabelText(amount)).toHaveValue('12,50');
    await reopen();
    api.on(calls.staffRedeem, REDEEMED);
    await expect.element(page.getByLabelText(code)).toHaveValue('K7M-2QX');
    await page.getByLabelText(code).click();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText(amount)).toHaveValue('12,50');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(confirmed)).toBeVisible();
    await reopen();
    await expect.element(page.getByLabelText(code)).toHaveValue('');
  });

  it('asks again under the same key until the outcome is known', async () => {
    api.on(calls.staffRedeem, UNREACHED);
    await open();
    await page.getByLabelText(code).fill('K7M-2QX');
    await userEvent.keyboard('{Enter}');
    await page.getByLabelText(amount).fill('12,50');
    const time = manualTime();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Aún no sabemos si se ha canjeado', { exact: false })).toBeVisible();
    api.on(calls.staffRedeem, REDEEMED);
    await time.advance(2_000);
    await expect.element(page.getByText(confirmed)).toBeVisible();
    const keys = api.sent(calls.staffRedeem).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('some in a row by keyboard alone: Enter carries through, from the code to the amount and on to the next one', async () => {
    await open();
    await tabTo(page.getByLabelText(code));
    await userEvent.keyboard('k7m 2qx');
    const amounts = ['12,50', '12.5', '1.000,00'];
    for (const typed of amounts) {
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByLabelText(amount)).toHaveFocus();
      await expect.element(page.getByText('Corner Café')).toBeVisible();
      await userEvent.keyboard(`${typed}{Enter}`);
      await expect.element(page.getByText(confirmed).first()).toBeVisible();
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByLabelText(code)).toHaveFocus();
      await userEvent.keyboard('K7M-2QX');
    }
    const redemptionCode = 'K7M-2QX';
    const sums = ['12.50', '12.5', '1000.00'];
    expect(sent(calls.staffRedeem)).toEqual(sums.map((saleAmount) => ({ redemptionCode, saleAmount })));
  });

  it('redeems with the default at once where the site redeems in one step', async () => {
    api.on(calls.lookUpScan, { success: true, message: '', scan: { ...SCAN, redeemsInOneStep: true } });
    await open();
    await page.getByLabelText(code).fill('K7M-2QX');
    for (const _ of [1, 2]) {
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByText(confirmed).first()).toBeVisible();
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByLabelText(code)).toHaveFocus();
      await userEvent.keyboard('K7M-2QX');
    }
    const redemptionCode = 'K7M-2QX';
    expect(sent(calls.staffRedeem)).toEqual([{ redemptionCode }, { redemptionCode }]);
  });

  it('a hardware scanner types a token and Enter; Escape goes back', async () => {
    await open();
    await page.getByLabelText(code).click();
    await userEvent.keyboard(`${TOKEN}{Enter}`);
    await expect.element(page.getByLabelText(amount)).toHaveFocus();
    expect(sent(calls.lookUpScan)).toEqual([{ token: TOKEN }]);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByLabelText(code)).toHaveFocus();
    expect(sent(calls.staffRedeem)).toEqual([]);
  });

  it('one step: after a refusal staff see what it was, and may enter another amount', async () => {
    api.on(calls.lookUpScan, { success: true, message: '', scan: { ...SCAN, redeemsInOneStep: true } });
    api.on(calls.staffRedeem, { success: false, message: 'What the server says.' });
    await open();
    await page.getByLabelText(code).fill('K7M-2QX');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('region', { name: words.refused })).toHaveTextContent('What the server says.');
    api.on(calls.staffRedeem, REDEEMED);
    await page.getByLabelText(amount).fill('12,50');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(confirmed)).toBeVisible();
    expect(sent(calls.staffRedeem).map((body) => (body as { saleAmount?: string }).saleAmount)).toEqual([
      undefined,
      '12.50',
    ]);
  });

  it('Back leads from the second step to the first, and from there to the screen before', async () => {
    api.answerReads('empty');
    await openScreen('/', { language, viewport });
    if (viewport === PHONE) await page.getByRole('button', { name: 'Abrir el menú', exact: true }).click();
    await page.getByRole('link', { name: words.menu }).first().click();
    await page.getByLabelText(code).fill('K7M-2QX');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText(amount)).toHaveFocus();
    history.back();
    await expect.element(page.getByLabelText(code)).toHaveFocus();
    await userEvent.keyboard('K7M-2QX{Enter}');
    await page.getByLabelText(amount).fill('12,50');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(confirmed)).toBeVisible();
    history.back();
    await expect.poll(() => location.pathname).toBe('/');
  });
});

it('shows a refusal and a confirmation large, with the next step in the reach of a thumb', async () => {
  await openScreen('/staff-validation', { viewport: PHONE });
  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  const validate = async (text: string) => {
    await page.getByLabelText('Redemption Code').fill(text);
    await page.getByRole('button', { name: 'Validate', exact: true }).click();
  };
  api.on(calls.lookUpScan, { success: false, message: 'What the server says.' });
  await validate('ZZZ-999');
  const refused = page.getByRole('region', { name: 'Not redeemed' });
  await expect.element(refused).toBeVisible();
  expect(sizeOf(refused.getByText('Not redeemed').element())).toBeGreaterThanOrEqual(32);
  expect(refused.element().querySelectorAll('svg')).toHaveLength(1);
  api.on(calls.lookUpScan, { success: true, message: '', scan: SCAN });
  await validate('K7M-2QX');
  await expect.element(refused).not.toBeInTheDocument();
  await page.getByLabelText('Sale amount in €').fill('12.50');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const heading = page.getByRole('heading', { name: 'Redemption Confirmed!' });
  await expect.element(heading).toBeVisible();
  expect(sizeOf(heading.element())).toBeGreaterThanOrEqual(32);
  expect(sizeOf(page.getByRole('definition').first().element())).toBeGreaterThanOrEqual(24);
  const { top, bottom } = page.getByRole('button', { name: 'Validate Another' }).element().getBoundingClientRect();
  expect(top).toBeGreaterThan(PHONE.height / 2);
  expect(bottom).toBeLessThanOrEqual(PHONE.height);
});
