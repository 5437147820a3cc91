import { calls } from '@perktree/contracts/catalogue/calls';
import type { SiteConfiguration } from '@perktree/contracts/site/configuration';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { DECIMAL, field, fillIn, press, seeLimits, seeValues } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openTree, QR, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

/** The create form, and the rules of all forms of a QR: sections 4, 5 and 9. */
const SAID = 'What the server says.';
const form = () => page.elementLocator(document.querySelector('form') as Element);
const error = (label: string, within = form()) => {
  const input = field(label, within).element();
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ');
  const text = described.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  return [text, input.getAttribute('aria-invalid')];
};

beforeEach(() => {
  signIn('site_owner');
  openTree();
});
async function open(language: 'en' | 'es' = 'en'): Promise<void> {
  await openScreen(`/qr-management?site=${SITE.id}`, { viewport: PHONE, language });
  await expect.poll(() => (document.querySelector('[name=maxRedemptions]') as HTMLInputElement)?.value).toBe('3');
}
const chooseType = async (type: string) => {
  await form().getByRole('combobox', { name: 'Benefit type' }).click();
  await page.getByRole('option', { name: type, exact: true }).click();
};

it('5 · waits for the maximum of the site, because an empty one means unlimited', async () => {
  let answer: (configuration: SiteConfiguration) => void = () => {};
  api.on(calls.siteConfiguration, () => new Promise<SiteConfiguration>((resolve) => (answer = resolve)));
  await openScreen(`/qr-management?site=${SITE.id}`, { viewport: PHONE });
  const submit = page.getByRole('button', { name: 'Create QR Code' });
  await expect.element(submit).toBeDisabled();
  answer(DEFAULT_SITE_CONFIGURATION);
  await expect.element(submit).toBeEnabled();
});

it('5 · slider 0.5 to 100, step 0.5, default 10.00; Fixed amount: min 0, step 0.01; 4 · as it was when the page opened after a success', async () => {
  api.answerReads('empty');
  api.on(calls.qrCode, refusal(500, SAID));
  await open();
  const slider = form().getByRole('slider', { name: 'Commission percentage' });
  await seeLimits(slider, { min: '0.5', max: '100', step: '0.5' });
  await seeValues({ 'Commission (%)': '10.00' }, form());
  await seeLimits(field('External URL (optional)', form()), { type: 'url' });
  await chooseType('Fixed amount discount');
  await seeLimits(field('Discount amount (€)', form()), DECIMAL);
  await chooseType('Percentage discount');
  await fillIn({ Name: 'New by form', 'Discount percent': '12', 'Commission (%)': '33' }, form());
  api.on(calls.createQr, refusal(409, SAID));
  await press('Create QR Code', form());
  await seeToast('Error creating QR', SAID, { isFailure: true });
  expect(api.sent(calls.listQrs)).toHaveLength(1);
  api.on(calls.createQr, QR);
  await press('Create QR Code', form());
  await expect.poll(() => document.querySelector('.toast-title')?.textContent).toBe('QR Created');
  await expect.poll(() => api.sent(calls.listQrs).length).toBe(2);
  expect(api.sent(calls.createQr)[1]?.body).toMatchObject({ name: 'New by form', commissionPercent: '33' });
  // What was made is shown first.
  await expect.element(page.getByRole('dialog', { name: 'QR Code Display' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
  await seeValues({ Name: '', 'Discount percent': '', 'Commission (%)': '10.00' }, form());
});

it('5 · Numbers are checked as they are typed', async () => {
  await open();
  for (const [label, typed, said] of [
    ['Commission (%)', '100.01', 'Enter 100 or less.'],
    ['Discount percent', '-1', 'Enter 0 or more.'],
    ['Discount percent', '1.0055', 'Use at most 2 decimal places.'],
    ['Max redemptions', '0', 'Enter 1 or more.'],
    ['Max redemptions', '1.5', 'Enter a whole number.'],
  ] as const) {
    await fillIn({ [label]: typed }, form());
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => [typed, ...error(label)]).toEqual([typed, expect.stringContaining(said), 'true']);
    await seeValues({ [label]: typed }, form());
    await fillIn({ [label]: '3' }, form());
    await expect.poll(() => error(label)[1]).not.toBe('true');
  }
});

it('in Spanish: numbers in the format of the language; everything that is wrong at once; sends the number that was meant', async () => {
  api.answerReads('empty');
  api.on(calls.createQr, refusal(500, SAID));
  await open('es');
  await seeValues({ 'Comisión (%)': '10,00' }, form());
  const wrong = { 'Canjes máximos': '5o', 'Porcentaje de descuento': 'diez', 'URL externa (opcional)': 'tienda' };
  await fillIn(wrong, form());
  await press('Crear código QR', form());
  for (const text of [
    'Falta el nombre',
    'Escribe un número como 1000.',
    'Escribe un número como 1000,50.',
    'Escribe un enlace que empiece por http:// o https://.',
  ])
    await expect.element(form().getByText(text, { exact: true })).toBeVisible();
  await expect.element(field('Nombre', form())).toHaveFocus();
  await seeValues(wrong, form());
  expect(api.sent(calls.createQr)).toEqual([]);
  const right = { Nombre: 'Verano', 'Porcentaje de descuento': '10,5', 'Canjes máximos': '1.000' };
  await fillIn({ ...right, 'URL externa (opcional)': 'https://tienda.example/' }, form());
  await press('Crear código QR', form());
  await expect
    .poll(() => api.sent(calls.createQr).map(({ body }) => body))
    .toMatchObject([{ name: 'Verano', discountPercent: 10.5, maxRedemptions: 1000 }]);
});
