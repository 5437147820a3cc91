import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import {
  DECIMAL,
  dialog,
  field,
  fillIn,
  press,
  seeDisabled,
  seeLimits,
  seeNoDialog,
  seeText,
  seeValues,
  type Values,
  WHOLE,
} from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { CHILD, codeOf, openShop, openTree, pressInRow, QR, SITE } from '../testing/shop.ts';
import { seeToast, shownToast } from '../testing/toasts.ts';

/** The dialogs of a QR: what they show when they open, their limits, what they send and say. Sections 4, 5, 8 and 9. */
const SAID = 'What the server says.';
const SUBMIT = { Split: 'Create Split', Sibling: 'Create Sibling', Edit: 'Save Changes' } as const;
const URL_FIELD = 'External URL (optional)';
const PERCENT = 'Commission (%)';

beforeEach(() => signIn('site_owner'));
const openTrees = (language: 'en' | 'es' = 'en') =>
  openScreen(`/qr-management?site=${SITE.id}`, { viewport: PHONE, language });

type Shown = readonly [qr: 'Summer' | 'Harbour', button: keyof typeof SUBMIT, fresh: Values, max?: string];
/** What root and child have left to share; what each dialog shows then, and the greatest value of its slider, if it has one. */
const OPENED: readonly (readonly [left: { root: number; child: number }, shown: readonly Shown[]])[] = [
  [
    { root: 6, child: 2 },
    [
      ['Harbour', 'Split', { Name: '', [PERCENT]: '1.00', [URL_FIELD]: '' }, '2'],
      ['Harbour', 'Sibling', { Name: '', [PERCENT]: '1.00', 'Internal name': '' }, '6'],
      ['Summer', 'Sibling', { Name: '', [PERCENT]: '10.00' }],
      ['Harbour', 'Edit', { Name: 'Harbour', [PERCENT]: '4.00', [URL_FIELD]: '' }, '10'],
      ['Summer', 'Edit', { Name: 'Summer', [PERCENT]: '10.00' }],
    ],
  ],
  [
    { root: 0.7, child: 0.5 },
    [
      ['Harbour', 'Split', { [PERCENT]: '0.50' }, '0.5'],
      ['Harbour', 'Sibling', { [PERCENT]: '0.70' }, '0.7'],
    ],
  ],
  [
    { root: 0, child: 0 },
    [
      ['Harbour', 'Split', { Name: '' }, '0.1'],
      ['Harbour', 'Sibling', { Name: '' }, '0.1'],
    ],
  ],
];

it.each(OPENED)('4, 5 · what each dialog shows with %o left, again after it was cancelled', async (left, shown) => {
  openTree(left);
  await openTrees();
  const isSpent = left.root === 0;
  for (const [qr, button, fresh, max] of shown) {
    await pressInRow(qr, button);
    await seeValues(fresh);
    const slider = dialog().getByRole('slider', { name: 'Commission percentage' });
    if (max) await seeLimits(slider, { min: '0.1', max, step: '0.1' });
    else expect(slider.query()).toBeNull();
    if (button !== 'Split') await seeLimits(field('Max redemptions'), WHOLE);
    await seeLimits(field(PERCENT), DECIMAL);
    await seeDisabled(dialog().getByRole('button', { name: SUBMIT[button] }), isSpent);
    if (isSpent) await seeText('No commission left to share.', dialog());
    await fillIn({ Name: 'Half typed', [URL_FIELD]: 'https://a.example' });
    await press('Cancel');
    await seeNoDialog();
    await pressInRow(qr, button);
    await seeValues(fresh);
    await userEvent.keyboard('{Escape}');
    await seeNoDialog();
  }
});

/** The error without a name, the most percent, the failure and the success. */
const TOASTS = [
  [
    ...(['Split', calls.splitQr, { qrs: [CHILD] }, 'Please enter a name for the split QR.', 2] as const),
    ...(['Error creating split', 'QR Split Created', 'Your child QR has been created successfully.'] as const),
  ],
  [
    ...(['Sibling', calls.createQr, CHILD, 'Please enter a name for the sibling QR.', 6] as const),
    ...(['Error creating sibling QR', 'Sibling QR Created'] as const),
    'Your sibling QR has been created successfully.',
  ],
  [
    ...(['Edit', calls.editQr, CHILD, 'Please enter a name for the QR.', 10] as const),
    ...(['Error updating QR', 'QR Updated', 'Your QR has been updated successfully.'] as const),
  ],
] as const;

it('8 · Split, Sibling and Edit: Name required, Commission too high, the error, and the success', async () => {
  openTree();
  api.on(calls.qrCode, codeOf('Harbour'));
  await openTrees();
  for (const [button, command, answer, nameRequired, max, failed, title, text] of TOASTS) {
    const call: Call = command;
    const read = api.sent(calls.listQrs).length;
    const sent = api.sent(call).length;
    await pressInRow('Harbour', button);
    await fillIn({ Name: '  ' });
    await press(SUBMIT[button]);
    await seeToast('Name required', nameRequired, { isFailure: true });
    await fillIn({ Name: 'New', [PERCENT]: String(max + 0.01) });
    await press(SUBMIT[button]);
    await seeToast('Commission too high', `Maximum available commission is ${max}%`, { isFailure: true });
    await fillIn({ [PERCENT]: '1' });
    api.on(call, refusal(409, SAID));
    await press(SUBMIT[button]);
    await seeToast(failed, SAID, { isFailure: true });
    await expect.element(dialog()).toBeVisible();
    api.on(call, answer as never);
    await press(SUBMIT[button]);
    await seeToast(title, text);
    expect(api.sent(call)).toHaveLength(sent + 2);
    // What was made is shown by its code.
    if (button !== 'Edit') await press('Close', page.getByRole('dialog', { name: 'QR Code Display' }));
    await seeNoDialog();
    // Section 7: the list is read again.
    await expect.poll(() => api.sent(calls.listQrs).length).toBeGreaterThan(read);
  }
});

const MADE = { ...CHILD, id: '00000000-0000-4000-8000-0000000000aa', name: 'Made now' };

it('what was split off is shared and copied by its code, on a phone in Spanish; not while it waits for approval', async () => {
  openTree();
  api.answerReads('empty');
  api.on(calls.qrCode, codeOf(MADE.name));
  api.on(calls.splitQr, { qrs: [MADE] });
  const share = vi.fn(async () => {});
  const device = new Proxy(navigator, { get: (of, key) => (key === 'share' ? share : Reflect.get(of, key, of)) });
  vi.stubGlobal('navigator', device);
  await openTrees('es');
  await pressInRow('Harbour', 'Dividir', 'Más para');
  await fillIn({ Nombre: MADE.name });
  await press('Crear división');
  await expect.element(dialog().getByRole('heading', { name: 'Código QR' })).toBeVisible();
  await seeText(MADE.name, dialog());
  await expect.element(dialog().getByRole('button', { name: 'Copiar', exact: true })).toBeVisible();
  await press('Compartir');
  expect(share.mock.calls).toEqual([[{ title: MADE.name, url: codeOf(MADE.name).customerUrl }]]);
  await press('Cerrar');
  await seeNoDialog();
  api.on(calls.createQr, { ...MADE, approval: 'waiting' });
  await pressInRow('Harbour', 'Hermano', 'Más para');
  await fillIn({ Nombre: MADE.name });
  await press('Crear hermano');
  await expect.poll(() => shownToast()?.title).toBe('QR hermano creado');
  await seeNoDialog();
  expect(api.sent(calls.qrCode).map(({ params }) => params.qrId)).toEqual([MADE.id]);
});

it('what another edit has changed meanwhile: asks where both changed the same, and keeps the rest', async () => {
  openTree();
  const message = 'Changed meanwhile.';
  const issues = [{ path: 'commissionPercent', code: 'CHANGED_MEANWHILE', message, current: '0.70' }];
  api.on(calls.editQr, refusal(409, message, 'EDITED_MEANWHILE', { issues }));
  await openTrees();
  await pressInRow('Summer', 'Edit');
  await fillIn({ [URL_FIELD]: 'https://example.com/first', [PERCENT]: '0.90' });
  await press('Save Changes');
  const asked = dialog().getByRole('alert').filter({ hasText: 'Changed meanwhile' });
  await expect.poll(() => asked.query()?.textContent).toMatch(/Commission \(%\)Now: 0\.70Yours: 0\.90?/);
  await press('Use current values', asked);
  await expect.poll(() => asked.query()).toBeNull();
  await seeValues({ [PERCENT]: '0.70', [URL_FIELD]: 'https://example.com/first' });
  api.on(calls.editQr, QR);
  await press('Save Changes');
  await seeNoDialog();
  const sent = api.sent(calls.editQr).map(({ body }) => body as object);
  expect(sent[0]).toMatchObject({ commissionPercent: '0.90', seen: { commissionPercent: '10.00', externalUrl: null } });
  expect(Object.keys(sent[1] ?? {})).toEqual(['externalUrl', 'seen']);
});

it('Edit of an owner changes how the campaign renews, and the internal name, also to none', async () => {
  openShop([{ ...QR, internalName: 'Till 3', renewalPolicy: 'auto_reissue_on_expire' }]);
  api.on(calls.editQr, QR);
  await openTrees();
  await pressInRow('Winter', 'Edit');
  await expect.element(dialog().getByText('used 0 of 3')).toHaveTextContent(/^Renews .*2099/);
  await dialog().getByRole('combobox', { name: 'When the period ends' }).click();
  await page.getByRole('option', { name: 'End: printed codes stop working' }).click();
  await press('Save Changes');
  await seeNoDialog();
  const renewal = { renewalPolicy: 'none', seen: { renewalPolicy: 'auto_reissue_on_expire' } };
  expect(api.sent(calls.editQr).at(-1)?.body).toEqual(renewal);
  const seen = { internalName: 'Till 3' };
  for (const typed of ['Autumn till', '']) {
    await pressInRow('Winter', 'Edit');
    await seeValues({ 'Internal name': 'Till 3' });
    await fillIn({ 'Internal name': typed });
    await press('Save Changes');
    await seeNoDialog();
    expect(api.sent(calls.editQr).at(-1)?.body).toEqual({ internalName: typed || null, seen });
  }
});
