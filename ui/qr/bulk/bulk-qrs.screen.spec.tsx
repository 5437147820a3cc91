import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal, UNREACHED } from '../../testing/fake-api.ts';
import { press } from '../../testing/forms.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { inBoth, seeInBoth } from '../../testing/see.ts';
import { openShop, QR, SITE } from '../../testing/shop.ts';

const input = () => document.querySelector('input[type=file]');
async function choose(file: File): Promise<void> {
  await expect.poll(input).not.toBeNull();
  await userEvent.upload(page.elementLocator(input() as Element), file);
}
async function open(): Promise<void> {
  signIn('site_owner');
  openShop([]);
  await openScreen(`/qr-management/bulk?site=${SITE.id}`, { viewport: PHONE });
}

it('a row whose answer is lost is not called refused, and is sent again under its key', async () => {
  api.on(calls.createQr, UNREACHED);
  await open();
  await choose(new File(['name,type,textReward\nOne,TEXT_REWARD,Tea\nTwo,TEXT_REWARD,Tea\n'], 'qrs.csv'));
  await press('Create 2 QR codes', page);
  // The next row would not reach the server either.
  await seeInBoth({
    texts: [
      [
        "We don't know yet whether it was created. Try again: it is not created twice.",
        'Aún no sabemos si se creó. Reinténtalo: no se crea dos veces.',
      ],
    ],
  });
  expect(api.sent(calls.createQr)).toHaveLength(1);

  api.on(calls.createQr, ({ body }) => ((body as { name: string }).name === 'One' ? QR : refusal(409, 'No more.')));
  await press('Reintentar 2', page);
  await seeInBoth({
    texts: [
      ['Created', 'Creado'],
      ['Refused: No more.', 'Rechazado: No more.'],
    ],
  });
  const [lost, repeated, other] = api.sent(calls.createQr).map(({ headers }) => headers.get('idempotency-key'));
  expect(repeated).toBe(lost);
  expect(other).not.toBe(lost);
});

/** A text in Latin-1, of which Windows-1252 has all letters. */
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

it('a CSV of Excel has semicolons, decimal commas and Windows-1252, whose letters are shown to be checked', async () => {
  api.on(calls.createQr, QR);
  await open();
  const text = 'name;type;discountFixedAmount;commissionPercent\r\nCafé Ñandú;DISCOUNT_FIXED;12,50;7,5\r\n';
  await choose(new File([latin1(text)], 'qrs.csv'));
  await inBoth((say) => {
    const hint = say([
      'This file is not saved as UTF-8, so it was read as Windows-1252. Check letters',
      'Este archivo no está guardado como UTF-8, así que se ha leído como Windows-1252. Comp',
    ]);
    return expect.element(page.getByText(hint, { exact: false })).toBeVisible();
  });
  await expect.element(page.getByText('Café Ñandú')).toBeVisible();
  expect(api.sent(calls.createQr)).toEqual([]);
  await press('Crear 1 código QR', page);
  await expect
    .poll(() => api.sent(calls.createQr).map(({ body }) => body))
    .toMatchObject([{ name: 'Café Ñandú', discountFixedAmount: 12.5 }]);
});

it('another file ends a creation that is under way, because its progress is no longer shown', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  api.on(calls.createQr, async () => {
    await answered;
    return QR;
  });
  const created = () => api.sent(calls.createQr).map(({ body }) => (body as { name: string }).name);
  await open();
  const fileOf = (...names: readonly string[]) =>
    new File([['name,type,textReward', ...names.map((name) => `${name},TEXT_REWARD,A coffee`)].join('\n')], 'qrs.csv');
  await choose(fileOf('Five', 'Six'));
  await page.getByRole('button', { name: 'Create 2 QR codes' }).click();
  await expect.poll(created).toEqual(['Five']);
  await choose(fileOf('Other'));
  await expect.element(page.getByRole('cell', { name: 'Other' })).toBeVisible();
  answer();
  await page.getByRole('button', { name: 'Create 1 QR code', exact: true }).click();
  await expect.poll(created).toEqual(['Five', 'Other']);
});
