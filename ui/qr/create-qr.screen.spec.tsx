import { calls } from '@perktree/contracts/catalogue/calls';
import { DEFAULT_SITE_CONFIGURATION, type SiteConfiguration } from '@perktree/contracts/site/configuration';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { focusProblem } from '../testing/focus-problem.ts';
import { DECIMAL, field, fillIn, press, seeLimits, seeNoDialog, seeText, seeValues } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openTree, QR, SITE } from '../testing/shop.ts';
import { seeToast, shownToast } from '../testing/toasts.ts';

/** The create form, and the rules of all forms of a QR: sections 4, 5, 8 and 9. */
const SAID = 'What the server says.';
const form = () => page.elementLocator(document.querySelector('form') as Element);

beforeEach(() => {
  signIn('site_owner');
  openTree();
});
const open = (language: 'en' | 'es' = 'en', site: string = SITE.id) =>
  openScreen(`/qr-management?site=${site}`, { viewport: PHONE, language });
const isReady = () =>
  expect.poll(() => (document.querySelector('[name=maxRedemptions]') as HTMLInputElement)?.value).toBe('3');

it('5 · waits for the maximum of the site, because an empty one means unlimited; 8 · Please select a site first.', async () => {
  let answer: (configuration: SiteConfiguration) => void = () => {};
  api.on(calls.siteConfiguration, () => new Promise<SiteConfiguration>((resolve) => (answer = resolve)));
  await open();
  const submit = page.getByRole('button', { name: 'Create QR Code' });
  await expect.element(submit).toBeDisabled();
  answer(DEFAULT_SITE_CONFIGURATION);
  await expect.element(submit).toBeEnabled();
  await open('en', '');
  await submit.click();
  await seeToast('Site required', 'Please select a site first.', { isFailure: true });
});

it('5 · slider 0.5 to 100, step 0.5, default 10.00; 4 · as it was when the page opened after a success', async () => {
  api.answerReads('empty');
  api.on(calls.qrCode, refusal(500, SAID));
  await open();
  await isReady();
  await seeText(/The first period ends .*2026/);
  const slider = form().getByRole('slider', { name: 'Commission percentage' });
  await seeLimits(slider, { min: '0.5', max: '100', step: '0.5' });
  const fresh = { Name: '', 'Discount percent': '', 'Commission (%)': '10.00' };
  await seeValues(fresh, form());
  await form().getByRole('combobox', { name: 'Benefit type' }).click();
  await page.getByRole('option', { name: 'Fixed amount discount', exact: true }).click();
  await seeLimits(field('Discount amount (€)', form()), DECIMAL);
  await form().getByRole('combobox', { name: 'Benefit type' }).click();
  await page.getByRole('option', { name: 'Percentage discount', exact: true }).click();
  await fillIn({ Name: 'New by form', 'Discount percent': '12', 'Commission (%)': '33' }, form());
  api.on(calls.createQr, refusal(400, SAID));
  await press('Create QR Code', form());
  await seeToast('Error creating QR', SAID, { isFailure: true });
  expect(api.sent(calls.listQrs)).toHaveLength(1);
  api.on(calls.createQr, QR);
  await press('Create QR Code', form());
  await expect.poll(() => shownToast()?.title).toBe('QR Created');
  await expect.poll(() => api.sent(calls.listQrs).length).toBe(2);
  expect(api.sent(calls.createQr)[1]?.body).toMatchObject({ name: 'New by form', commissionPercent: '33' });
  // What was made is shown first.
  await expect.element(page.getByRole('dialog', { name: 'QR Code Display' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await seeNoDialog();
  await seeValues(fresh, form());
});

it('shows the first wrong field, which has the focus, below the bar at the top', async () => {
  // So low that the form is higher.
  await openScreen(`/qr-management?site=${SITE.id}`, { viewport: { width: PHONE.width, height: 500 } });
  await isReady();
  const name = field('Name', form());
  (document.querySelector('[name=externalUrl]') as HTMLElement).focus({ preventScroll: true });
  const frame = name.element().closest('.MuiInputBase-root');
  window.scrollBy({ top: frame?.getBoundingClientRect().top ?? 0, behavior: 'instant' });
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveFocus();
  expect(focusProblem()).toBeNull();
});

it('5 · Numbers are checked as they are typed', async () => {
  await open();
  await isReady();
  for (const [label, typed, said] of [
    ['Commission (%)', '100.01', /Enter 100 or less\./],
    ['Discount percent', '1.0055', /Use at most 2 decimal places\./],
    ['Max redemptions', '1.5', /Enter a whole number\./],
  ] as const) {
    const input = field(label, form());
    await input.fill(typed);
    await userEvent.keyboard('{Tab}');
    await expect.element(input).toBeInvalid();
    await expect.element(input).toHaveAccessibleDescription(said);
    await expect.element(input).toHaveValue(typed);
    await input.fill('3');
    await expect.element(input).not.toBeInvalid();
  }
});

it('in Spanish: numbers in the format of the language; everything that is wrong at once; sends the number that was meant', async () => {
  api.answerReads('empty');
  api.on(calls.createQr, refusal(500, SAID));
  await open('es');
  await isReady();
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
    await seeText(text, form(), { exact: true });
  await expect.element(field('Nombre', form())).toHaveFocus();
  await seeValues(wrong, form());
  expect(api.sent(calls.createQr)).toEqual([]);
  const right = { Nombre: 'Verano', 'Porcentaje de descuento': '10,5', 'Canjes máximos': '1.000' };
  await fillIn({ ...right, 'URL externa (opcional)': 'https://tienda.example/' }, form());
  await press('Crear código QR', form());
  await expect.poll(() => api.sent(calls.createQr).length).toBe(1);
  const body = { name: 'Verano', discountPercent: 10.5, maxRedemptions: 1000 };
  expect(api.sent(calls.createQr)[0]?.body).toMatchObject(body);
});
