import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import type { ConfirmedRedemptionAnswer } from '@perktree/contracts/redemption/list-calls';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, brokenWords, overflow } from '../../testing/audit.ts';
import { NEVER, refusal, UNREACHED } from '../../testing/fake-api.ts';
import { button, seeNoDialog, seeText } from '../../testing/forms.ts';
import { tabTo } from '../../testing/keys.ts';
import { api, manualTime, NOW, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { inBoth } from '../../testing/see.ts';
import { BENEFIT, LOOKED_UP } from '../../testing/shop.ts';
import { seeToast } from '../../testing/toasts.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const TOKEN = 'AZ_5-abcdefghijklmnopqrstuv';
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
  api.on(calls.lookUpScan, { success: true, message: '', scan: LOOKED_UP });
  api.on(calls.staffRedeem, REDEEMED);
});

const sent = (call: typeof calls.staffRedeem | typeof calls.lookUpScan) => api.bodies(call);

/** Texts that are no code, and what the counter says of them. */
const NO_CODES = [
  [
    ...[`${location.origin}/scan/customer/${TOKEN}`, 'This is the offer. Ask for the code under My Scans.'],
    'Esta es la oferta. Pide el código que está en Mis escaneos.',
  ],
  [
    ...['WIFI:S:Cafe;P:secret', "This is not a customer's redemption QR code."],
    'Este QR no es el código de canje de un cliente.',
  ],
  [...['K7M', "Enter the 6 characters of the customer's code."], 'Escribe los 6 caracteres del código del cliente.'],
] as [typed: string, en: string, es: string][];
const open = () => openScreen('/staff-validation', { language: 'es', viewport: PHONE });
const code = () => page.getByLabelText('Código de canje');
const amount = () => page.getByLabelText('Importe de la venta en €');
const confirmed = () => expect.element(page.getByText('¡Canje confirmado!').first()).toBeVisible();
const keysSent = () => api.sent(calls.staffRedeem).map(({ headers }) => headers.get('Idempotency-Key'));
const refused = () => page.getByRole('region', { name: 'No canjeado' });
const enter = async (text: string) => {
  await code().fill(text);
  await userEvent.keyboard('{Enter}');
};

it('sends nothing for what is no code; never redeems without an amount; a refusal has its values, and the next one takes its place', async () => {
  await openScreen('/staff-validation', { viewport: PHONE });
  await inBoth(async (say) => {
    await seeText(say(['20% Summer Discount', '20 % de descuento de verano']));
    for (const [typed, ...said] of NO_CODES) {
      await page.getByLabelText(say(['Redemption Code', 'Código de canje'])).fill(typed);
      await userEvent.keyboard('{Enter}');
      await seeText(say(said));
    }
  });
  expect(sent(calls.lookUpScan)).toEqual([]);
  await enter('K7M-2QX');
  await expect.element(amount()).toHaveFocus();
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(amount()).toBeInvalid();
  expect(sent(calls.staffRedeem)).toEqual([]);

  api.on(calls.staffRedeem, {
    ...{ success: false, code: 'SALE_AMOUNT_TOO_HIGH', values: { limit: '1000.00', currency: 'EUR' } },
    message: 'This site accepts sale amounts of up to 1000.00 EUR.',
  });
  await amount().fill('1200');
  await userEvent.keyboard('{Enter}');
  const tooHigh = /Este sitio acepta importes de venta de hasta 1000,00 EUR\./;
  await expect.element(refused()).toHaveTextContent(tooHigh);
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  const values = { plan: 'Free', kind: 'redemptions', most: 50, total: 51 };
  const message =
    'The Free plan allows 50 redemptions a month, and this needs 51. The owner of the business can change the plan.';
  api.on(calls.staffRedeem, refusal(402, message, 'PLAN_LIMIT_REACHED', { values }));
  await amount().fill('12');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(refused())
    .toHaveTextContent(/Canjes al mes que permite el plan Free: 50\. Con este serían 51\./);
  await expect.element(refused()).not.toHaveTextContent(tooHigh);
  expect(refused().elements()).toHaveLength(1);

  api.on(calls.staffRedeem, REDEEMED);
  await page.getByRole('button', { name: /100/ }).click();
  await userEvent.keyboard('{Enter}');
  await confirmed();
  expect(await axeFindings()).toEqual([]);
  expect(sent(calls.staffRedeem).at(-1)).toEqual({ redemptionCode: 'K7M-2QX', saleAmount: '100.00' });
});

it('what staff have confirmed has amount and site; its amount is lowered, or it is undone, with a reason', async () => {
  api.on(calls.validations, [ROW], { total: 1 });
  api.on(calls.correctRedemption, { redemptionId: ID, amount: '9.50', whole: false });
  await openScreen('/staff-validation');
  await seeText(/€12\.50 · Cleo Customer · Corner Café/);
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabelText('Right amount in €').fill('3,00');
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await seeText('Amount changed');
  await seeNoDialog();
  expect(api.sent(calls.correctRedemption)).toMatchObject([
    { params: { redemptionId: ID }, body: { saleAmount: '3.00', reason: 'The sale amount was too high' } },
  ]);
  api.on(calls.correctRedemption, { redemptionId: ID, amount: '12.50', whole: true });
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabelText('It was the wrong customer or offer').click();
  await page.getByRole('button', { name: 'Undo redemption' }).click();
  await seeText('Redemption undone');
  expect(api.sent(calls.correctRedemption)[1]).toMatchObject({ body: { saleAmount: null } });
});

it('breaks no word beside a benefit in large text', async () => {
  api.on(calls.validations, [ROW], { total: 1 });
  await open();
  await enter('K7M-2QX');
  await amount().fill('12,50');
  await userEvent.keyboard('{Enter}');
  await confirmed();
  const text = page.getByText(/^12,50.€ · Cleo/).element();
  expect(text.getBoundingClientRect().width).toBeGreaterThan(PHONE.width / 2);
  expect([...brokenWords(), ...overflow()]).toEqual([]);
});

/** What staff may get before the answer, and milliseconds until they get it. */
const OPEN = [
  ['no connection', UNREACHED, 0],
  ['no answer', NEVER, 10_000],
] as const;
it.each(OPEN)('asks again under the same key until the outcome is known: %s', async (_, first, after) => {
  api.on(calls.staffRedeem, first);
  await open();
  await enter('K7M-2QX');
  await amount().fill('12,50');
  const time = manualTime();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent(calls.staffRedeem)).toHaveLength(1);
  await time.advance(after);
  await seeText('Aún no sabemos si se ha canjeado', page, { exact: false });
  for (const error of [refusal(409, 'In progress.', 'IDEMPOTENCY_KEY_IN_USE'), refusal(429, 'Wait.')]) {
    api.on(calls.staffRedeem, error);
    await time.advance(2_000);
  }
  await expect.element(refused()).not.toBeInTheDocument();
  api.on(calls.staffRedeem, REDEEMED);
  await time.advance(2_000);
  await confirmed();
  expect(keysSent()).toHaveLength(4);
  expect(new Set(keysSent()).size).toBe(1);
});

it('keeps the key while the session has ended, has a new one after a refusal, and then no longer says that the outcome is unknown', async () => {
  api.on(calls.staffRedeem, refusal(401, 'Please sign in first.', 'NOT_SIGNED_IN'));
  await open();
  await enter('K7M-2QX');
  await amount().fill('12,50');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('dialog', { name: 'Tu sesión ha terminado' }).getByRole('button', { name: 'Cancelar' }).click();
  const time = manualTime();
  api.on(calls.staffRedeem, UNREACHED);
  await button('Confirmar').click();
  await seeText('está en Validaciones recientes', page, { exact: false });
  api.on(calls.staffRedeem, refusal(409, 'What the server says.'));
  await time.advance(2_000);
  await expect.element(refused()).toHaveTextContent('What the server says.');
  await expect.element(page.getByText('Aún no sabemos')).not.toBeInTheDocument();
  await button('Confirmar').click();
  await expect.poll(keysSent).toHaveLength(4);
  const [ended, lost, again, next] = keysSent();
  expect([lost, again, next === ended]).toEqual([ended, ended, false]);
});

it('redeems with the default at once where the site redeems in one step; after a refusal staff may enter another amount', async () => {
  api.on(calls.lookUpScan, { success: true, message: '', scan: { ...LOOKED_UP, redeemsInOneStep: true } });
  await open();
  await enter('K7M-2QX');
  await confirmed();
  await userEvent.keyboard('{Enter}');
  await expect.element(code()).toHaveFocus();
  api.on(calls.staffRedeem, { success: false, code: 'SALE_AMOUNT_TOO_HIGH', message: 'What the server says.' });
  await userEvent.keyboard('K7M-2QX{Enter}');
  await expect.element(refused()).toBeVisible();
  api.on(calls.staffRedeem, REDEEMED);
  await amount().fill('12,50');
  await userEvent.keyboard('{Enter}');
  await confirmed();
  const redemptionCode = 'K7M-2QX';
  const withAmount = { redemptionCode, saleAmount: '12.50' };
  expect(sent(calls.staffRedeem)).toEqual([{ redemptionCode }, { redemptionCode }, withAmount]);
});

it('a scan that cannot be redeemed any more leads back to the first step: what the second shows of it is out of date', async () => {
  api.on(calls.staffRedeem, { success: false, code: 'OFFER_FULL', message: 'What the server says.' });
  await open();
  await enter('K7M-2QX');
  await amount().fill('12,50');
  await userEvent.keyboard('{Enter}');
  await expect.element(code()).toHaveFocus();
  await expect.element(code()).toHaveValue('');
  await expect.element(refused()).toHaveTextContent('Esta oferta ha alcanzado su máximo de canjes');
  api.on(calls.staffRedeem, REDEEMED);
  await enter('K7M-2QY');
  await expect.element(refused()).not.toBeInTheDocument();
  await amount().fill('12,50');
  await userEvent.keyboard('{Enter}');
  await confirmed();
});

it('takes what is typed or scanned as soon as it is open, and a code in place of a refused one', async () => {
  api.on(calls.lookUpScan, { success: false, message: 'What the server says.' });
  await openScreen('/staff-validation', { language: 'es' });
  await expect.element(code()).toHaveFocus();
  await userEvent.keyboard('K7M-2QX{Enter}');
  await expect.element(refused()).toHaveTextContent('What the server says.');
  await userEvent.keyboard('K7M{Enter}');
  await seeText('Escribe los 6 caracteres del código del cliente.');
  await userEvent.keyboard('K7M-2QY{Enter}');
  await expect.element(refused()).toHaveTextContent('What the server says.');
  expect(sent(calls.lookUpScan)).toEqual([{ redemptionCode: 'K7M-2QX' }, { redemptionCode: 'K7M-2QY' }]);
});

it('some in a row by keyboard alone, or by a hardware scanner, which types a token and Enter; Escape and Back lead to the first step, and Back from there to the screen before', async () => {
  api.answerReads('empty');
  await openScreen('/', { language: 'es', viewport: PHONE });
  await button('Abrir el menú').click();
  await page.getByRole('link', { name: 'Validación' }).first().click();
  await tabTo(code());
  for (const [typed, sum] of [
    ['k7m 2qx', '12,50'],
    [TOKEN, '1.000,00'],
  ]) {
    await userEvent.keyboard(`${typed}{Enter}`);
    await expect.element(amount()).toHaveFocus();
    await seeText('Corner Café');
    await userEvent.keyboard(`${sum}{Enter}`);
    await confirmed();
    await userEvent.keyboard('{Enter}');
    await expect.element(code()).toHaveFocus();
  }
  const bodies = [
    { redemptionCode: 'K7M-2QX', saleAmount: '12.50' },
    { token: TOKEN, saleAmount: '1000.00' },
  ];
  expect(sent(calls.staffRedeem)).toEqual(bodies);
  await userEvent.keyboard('K7M-2QX{Enter}');
  await expect.element(amount()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(code()).toHaveFocus();
  await enter('K7M-2QX');
  await expect.element(amount()).toHaveFocus();
  history.back();
  await expect.element(code()).toHaveFocus();
  expect(sent(calls.staffRedeem)).toEqual(bodies);
  history.back();
  await expect.poll(() => location.pathname).toBe('/');
});

it('4, 8 · says a refusal, and a confirmation with the defaults, by toasts and large, with the next step in the reach of a thumb', async () => {
  await openScreen('/staff-validation', { viewport: PHONE });
  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  const validate = async (text: string) => {
    await page.getByLabelText('Redemption Code').fill(text);
    await button('Validate').click();
  };
  const said = 'What the server says.';
  for (const [title, answer] of [
    ['Validation Failed', { success: false, message: said }],
    ['Validation Error', refusal(500, said)],
  ] as const) {
    api.on(calls.lookUpScan as Call, answer);
    await validate('ZZZ-999');
    await seeToast(title, said, { isFailure: true });
  }
  const card = page.getByRole('region', { name: 'Not redeemed' });
  await expect.element(card).toBeVisible();
  expect(sizeOf(card.getByText('Not redeemed').element())).toBeGreaterThanOrEqual(32);
  expect(card.element().querySelectorAll('svg')).toHaveLength(1);
  api.on(calls.lookUpScan, { success: true, message: '', scan: LOOKED_UP });
  await validate('K7M-2QX');
  await expect.element(card).not.toBeInTheDocument();
  api.on(calls.staffRedeem, { success: true, message: 'Done.' });
  await page.getByLabelText('Sale amount in €').fill('12.50');
  await button('Confirm').click();
  await seeToast('Redemption Confirmed', 'Customer benefit has been validated successfully.');
  const heading = page.getByRole('heading', { name: 'Redemption Confirmed!' });
  await expect.element(heading).toBeVisible();
  expect(sizeOf(heading.element())).toBeGreaterThanOrEqual(32);
  expect(sizeOf(page.getByRole('definition').first().element())).toBeGreaterThanOrEqual(24);
  await seeText('Customer benefit has been redeemed', page, { exact: true });
  const facts = [...document.querySelectorAll('dl dt, dl dd')].map(({ textContent }) => textContent);
  expect(facts).toEqual(['Benefit', 'Discount/Reward', 'Customer', 'Customer']);
  const another = page.getByRole('button', { name: 'Validate Another' });
  const { top, bottom } = another.element().getBoundingClientRect();
  expect(top).toBeGreaterThan(PHONE.height / 2);
  expect(bottom).toBeLessThanOrEqual(PHONE.height);
  await another.click();
  await expect.element(page.getByLabelText('Redemption Code')).toHaveValue('');
});
