import { calls } from '@perktree/contracts/catalogue/calls';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { dialog, field, fillIn, press, seeNoDialog } from '../testing/forms.ts';
import { api, openScreen, PHONE, switchTo } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { CHILD, openTree, pressInRow, SITE } from '../testing/shop.ts';

const MADE: QrAnswer = { ...CHILD, id: '00000000-0000-4000-8000-0000000000aa', name: 'Made now' };
const CUSTOMER_URL = 'https://shop.example/scan/customer/token';
const DISTRIBUTOR_URL = 'https://shop.example/scan/distributor/token';

beforeEach(() => {
  signIn('site_owner');
  openTree();
  api.answerReads('empty');
  api.on(calls.qrCode, {
    ...{ qrUrl: CUSTOMER_URL, customerUrl: CUSTOMER_URL, distributorUrl: DISTRIBUTOR_URL },
    ...{ qrCodeImage: 'data:image/png;base64,AAAA', qrName: MADE.name, benefitDisplay: '20% Discount' },
  });
});

const trees = `/qr-management?site=${SITE.id}`;
const title = (name: string) => expect.element(dialog().getByRole('heading', { name })).toBeVisible();

it('the code of what was made is shown after Create QR Code, and again by Show QR in its row, beside Share', async () => {
  api.on(calls.createQr, MADE);
  await openScreen(trees);
  // The form waits for the settings of the site.
  await expect.poll(() => document.querySelector('form [name=maxRedemptions]')).not.toBeNull();
  const form = page.elementLocator(document.querySelector('form') as Element);
  await fillIn({ Name: MADE.name, 'Discount percent': '20' }, form);
  await press('Create QR Code', form);
  await title('QR Code Display');
  expect(api.sent(calls.qrCode).map(({ params }) => params.qrId)).toEqual([MADE.id]);
  await userEvent.keyboard('{Escape}');
  await seeNoDialog();
  await expect.element(page.getByRole('button', { name: 'Share', exact: true }).first()).toBeVisible();
  await pressInRow('Harbour', 'Show QR');
  await title('QR Code Display');
  expect(api.sent(calls.qrCode).at(-1)?.params.qrId).toBe(CHILD.id);
  expect(await axeFindings()).toEqual([]);
  await switchTo({ language: 'es', viewport: PHONE });
  await title('Código QR');
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
});

it('what was split off is shared and copied by its code, on a phone in Spanish', async () => {
  api.on(calls.splitQr, { qrs: [MADE] });
  const share = vi.fn(async () => {});
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, { get: (of, key) => (key === 'share' ? share : Reflect.get(of, key, of)) }),
  );
  await openScreen(trees, { viewport: PHONE, language: 'es' });
  await pressInRow('Harbour', 'Dividir', 'Más para');
  await field('Nombre').fill(MADE.name);
  await press('Crear división');
  await title('Código QR');
  await expect.element(dialog().getByText(MADE.name)).toBeVisible();
  expect(api.sent(calls.qrCode).map(({ params }) => params.qrId)).toEqual([MADE.id]);
  await expect.element(dialog().getByRole('button', { name: 'Copiar', exact: true })).toBeVisible();
  await press('Compartir');
  expect(share.mock.calls).toEqual([[{ title: MADE.name, url: CUSTOMER_URL }]]);
  await press('Cerrar');
  await seeNoDialog();
  await expect.element(page.getByRole('button', { name: 'Más para Harbour' })).toBeVisible();
});

it('is not shown while it waits for approval', async () => {
  api.on(calls.createQr, { ...MADE, approval: 'waiting' });
  await openScreen(`/qr-management?site=${SITE.id}`);
  await pressInRow('Harbour', 'Sibling');
  await field('Name').fill(MADE.name);
  await press('Create Sibling');
  await expect.poll(() => document.querySelector('.toast-title')?.textContent).toBe('Sibling QR Created');
  await seeNoDialog();
  expect(api.sent(calls.qrCode)).toEqual([]);
});
