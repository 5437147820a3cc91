import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal, UNREACHED } from '../../testing/fake-api.ts';
import { api, DESKTOP, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { openShop, QR, SITE } from '../../testing/shop.ts';

const WORDS = {
  en: {
    create: 'Create 2 QR codes',
    unknown: "We don't know yet whether it was created. Try again: it is not created twice.",
    again: 'Try 2 again',
    refused: /^Refused: No more\.$/,
    made: 'Created',
  },
  es: {
    create: 'Crear 2 códigos QR',
    unknown: 'Aún no sabemos si se creó. Reinténtalo: no se crea dos veces.',
    again: 'Reintentar 2',
    refused: /^Rechazado: No more\.$/,
    made: 'Creado',
  },
};

it.each([
  ['en', PHONE],
  ['es', DESKTOP],
] as const)(
  'a row whose answer is lost is not called refused, and is sent again under its key: %s',
  async (language, viewport) => {
    const words = WORDS[language];
    signIn('site_owner');
    openShop([]);
    api.on(calls.createQr, UNREACHED);
    await openScreen(`/qr-management/bulk?site=${SITE.id}`, { language, viewport });
    const file = new File(['name,type,textReward\nOne,TEXT_REWARD,Tea\nTwo,TEXT_REWARD,Tea\n'], 'qrs.csv', {
      type: 'text/csv',
    });
    const input = () => document.querySelector<HTMLElement>('input[type=file]');
    await expect.poll(input).not.toBeNull();
    await userEvent.upload(page.elementLocator(input() as HTMLElement), file);
    await page.getByRole('button', { name: words.create }).click();
    // The next row would not reach the server either.
    await expect.element(page.getByText(words.unknown)).toBeVisible();
    expect(api.sent(calls.createQr)).toHaveLength(1);

    api.on(calls.createQr, ({ body }) => ((body as { name: string }).name === 'One' ? QR : refusal(409, 'No more.')));
    await page.getByRole('button', { name: words.again }).click();
    await expect.element(page.getByText(words.made, { exact: true })).toBeVisible();
    await expect.element(page.getByText(words.refused)).toBeVisible();
    const [lost, repeated, other] = api.sent(calls.createQr).map(({ headers }) => headers.get('idempotency-key'));
    expect(repeated).toBe(lost);
    expect(other).not.toBe(lost);
  },
);

/** A text in Latin-1, of which Windows-1252 has all letters. */
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

it.each([
  [
    'en',
    DESKTOP,
    /^This file is not saved as UTF-8, so it was read as Windows-1252\. Check letters/,
    'Create 1 QR code',
  ],
  [
    'es',
    PHONE,
    /^Este archivo no está guardado como UTF-8, así que se ha leído como Windows-1252\. Comp/,
    'Crear 1 código QR',
  ],
] as const)(
  'a CSV of Excel has semicolons, decimal commas and Windows-1252, whose letters are shown to be checked: %s',
  async (language, viewport, hint, create) => {
    signIn('site_owner');
    openShop([]);
    api.on(calls.createQr, QR);
    await openScreen(`/qr-management/bulk?site=${SITE.id}`, { language, viewport });
    const input = () => document.querySelector('input[type=file]');
    await expect.poll(input).not.toBeNull();
    const text = 'name;type;discountFixedAmount;commissionPercent\r\nCafé Ñandú;DISCOUNT_FIXED;12,50;7,5\r\n';
    await userEvent.upload(page.elementLocator(input() as Element), new File([latin1(text)], 'qrs.csv'));
    await expect.element(page.getByText(hint)).toBeVisible();
    await expect.element(page.getByText('Café Ñandú')).toBeVisible();
    expect(api.sent(calls.createQr)).toEqual([]);
    await page.getByRole('button', { name: create }).click();
    await expect
      .poll(() => api.sent(calls.createQr).map(({ body }) => body))
      .toMatchObject([{ name: 'Café Ñandú', discountFixedAmount: 12.5 }]);
  },
);

it('another file ends a creation that is under way, because its progress is no longer shown', async () => {
  signIn('site_owner');
  openShop([]);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  api.on(calls.createQr, async () => {
    await answered;
    return QR;
  });
  const created = () => api.sent(calls.createQr).map(({ body }) => (body as { name: string }).name);
  await openScreen(`/qr-management/bulk?site=${SITE.id}`);
  const choose = async (...names: readonly string[]) => {
    const rows = ['name,type,textReward', ...names.map((name) => `${name},TEXT_REWARD,A coffee`)];
    const input = () => document.querySelector('input[type=file]');
    await expect.poll(input).not.toBeNull();
    const file = new File([rows.join('\n')], 'qrs.csv', { type: 'text/csv' });
    await userEvent.upload(page.elementLocator(input() as Element), file);
  };
  await choose('Five', 'Six');
  await page.getByRole('button', { name: 'Create 2 QR codes' }).click();
  await expect.poll(created).toEqual(['Five']);
  await choose('Other');
  await expect.element(page.getByRole('cell', { name: 'Other' })).toBeVisible();
  answer();
  await page.getByRole('button', { name: 'Create 1 QR code', exact: true }).click();
  await expect.poll(created).toEqual(['Five', 'Other']);
});
