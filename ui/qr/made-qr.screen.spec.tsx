import { calls } from '@perktree/contracts/catalogue/calls';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { dialog, field, press, seeNoDialog } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { CHILD, codeOf, openTree, pressInRow, SITE } from '../testing/shop.ts';

const MADE: QrAnswer = { ...CHILD, id: '00000000-0000-4000-8000-0000000000aa', name: 'Made now' };

beforeEach(() => {
  signIn('site_owner');
  openTree();
  api.answerReads('empty');
  api.on(calls.qrCode, codeOf(MADE.name));
});

const trees = `/qr-management?site=${SITE.id}`;
const title = (name: string) => expect.element(dialog().getByRole('heading', { name })).toBeVisible();

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
  expect(share.mock.calls).toEqual([[{ title: MADE.name, url: codeOf(MADE.name).customerUrl }]]);
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
