import { calls } from '@perktree/contracts/catalogue/calls';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { dialog, field, press, seeNoDialog } from '../testing/forms.ts';
import { api, DESKTOP, openScreen, PHONE } from '../testing/open-screen.tsx';
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

const WORDS = {
  en: {
    Split: ['Split', 'Create Split'],
    Sibling: ['Sibling', 'Create Sibling'],
    ...{ name: 'Name', more: 'More for', title: 'QR Code Display', share: 'Share', copy: 'Copy', close: 'Close' },
    ...{ create: 'Create QR Code', percent: 'Discount percent', show: 'Show QR' },
  },
  es: {
    Split: ['Dividir', 'Crear división'],
    Sibling: ['Hermano', 'Crear hermano'],
    ...{
      name: 'Nombre',
      more: 'Más para',
      title: 'Código QR',
      share: 'Compartir',
      copy: 'Copiar',
      close: 'Cerrar',
    },
    ...{ create: 'Crear código QR', percent: 'Porcentaje de descuento', show: 'Mostrar QR' },
  },
} as const;

describe.each([
  ['en', DESKTOP],
  ['en', PHONE],
  ['es', PHONE],
] as const)('the code of what was made (%s, %o)', (language, viewport) => {
  const words = WORDS[language];
  const make = async (kind: 'Split' | 'Sibling') => {
    const [button, submit] = words[kind];
    await openScreen(`/qr-management?site=${SITE.id}`, { language, viewport });
    await pressInRow('Harbour', button, words.more);
    await field(words.name).fill(MADE.name);
    await press(submit);
  };

  it('is shown after Create QR Code, and again by Show QR in its row, beside Share', async () => {
    api.on(calls.createQr, MADE);
    await openScreen(`/qr-management?site=${SITE.id}`, { language, viewport });
    // The form waits for the settings of the site.
    await expect.poll(() => document.querySelector('form [name=maxRedemptions]')).not.toBeNull();
    const form = page.elementLocator(document.querySelector('form') as Element);
    await field(words.name, form).fill(MADE.name);
    await field(words.percent, form).fill('20');
    await press(words.create, form);
    await expect.element(dialog().getByRole('heading', { name: words.title })).toBeVisible();
    expect(api.sent(calls.qrCode).map(({ params }) => params.qrId)).toEqual([MADE.id]);
    await userEvent.keyboard('{Escape}');
    await seeNoDialog();
    await expect.element(page.getByRole('button', { name: words.share, exact: true }).first()).toBeVisible();
    await pressInRow('Harbour', words.show, words.more);
    await expect.element(dialog().getByRole('heading', { name: words.title })).toBeVisible();
    expect(api.sent(calls.qrCode).at(-1)?.params.qrId).toBe(CHILD.id);
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  });

  it.each(['Split', 'Sibling'] as const)('is shown after %s, to share and to copy', async (kind) => {
    api.on(calls.splitQr, { qrs: [MADE] });
    api.on(calls.createQr, MADE);
    const share = vi.fn(async () => {});
    vi.stubGlobal(
      'navigator',
      new Proxy(navigator, { get: (of, key) => (key === 'share' ? share : Reflect.get(of, key, of)) }),
    );
    await make(kind);
    await expect.element(dialog().getByRole('heading', { name: words.title })).toBeVisible();
    await expect.element(dialog().getByText(MADE.name)).toBeVisible();
    expect(api.sent(calls.qrCode).map(({ params }) => params.qrId)).toEqual([MADE.id]);
    await expect.element(dialog().getByRole('button', { name: words.copy, exact: true })).toBeVisible();
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    await press(words.share);
    expect(share.mock.calls).toEqual([[{ title: MADE.name, url: CUSTOMER_URL }]]);
    await press(words.close);
    await seeNoDialog();
    await expect.element(page.getByRole('button', { name: `${words.more} Harbour` })).toBeVisible();
  });
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
