import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
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
  seeValues,
  type Values,
  WHOLE,
} from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, openTree, pressInRow, QR, SITE } from '../testing/shop.ts';

/** The dialogs of a QR: what they show when they open, their limits, and what they send. Sections 4, 5 and 9. */
type Button = 'Split' | 'Sibling' | 'Edit';
const SUBMIT = { Split: 'Create Split', Sibling: 'Create Sibling', Edit: 'Save Changes' } as const;
const URL_FIELD = 'External URL (optional)';

interface Row {
  readonly left?: { readonly root?: number; readonly child?: number };
  readonly qr: 'Summer' | 'Harbour';
  readonly button: Button;
  readonly fresh: Values;
  readonly typed?: Values;
  /** Greatest value of the slider; absent: no slider. */
  readonly most?: string;
  readonly limits?: Readonly<Record<string, Values>>;
  readonly isSpent?: true;
}
const ROWS: readonly (readonly [name: string, Row])[] = [
  [
    'Split: name empty, commission 1, URL empty; slider min 0.1, max the available amount, step 0.1',
    {
      ...{ qr: 'Harbour', button: 'Split', most: '2', limits: { [URL_FIELD]: { type: 'url' } } },
      fresh: { Name: '', 'Commission (%)': '1.00', [URL_FIELD]: '' },
      typed: { Name: 'Half typed', 'Commission (%)': '1.50', [URL_FIELD]: 'https://a.example' },
    },
  ],
  [
    'Split: commission 1 capped at the available amount, and so the slider',
    {
      left: { root: 0.7, child: 0.5 },
      qr: 'Harbour',
      button: 'Split',
      most: '0.5',
      fresh: { 'Commission (%)': '0.50' },
    },
  ],
  [
    'Split with nothing left: slider max at least 0.1, submit disabled',
    { left: { root: 0, child: 0 }, qr: 'Harbour', button: 'Split', most: '0.1', isSpent: true, fresh: { Name: '' } },
  ],
  [
    'Sibling of a child: commission 1, slider likewise',
    {
      ...{ qr: 'Harbour', button: 'Sibling', most: '6' },
      fresh: { Name: '', 'Commission (%)': '1.00', 'Internal name': '' },
    },
  ],
  [
    'Sibling of a child: min(1, available)',
    {
      left: { root: 0.7, child: 0.5 },
      qr: 'Harbour',
      button: 'Sibling',
      most: '0.7',
      fresh: { 'Commission (%)': '0.70' },
    },
  ],
  [
    'Sibling of a child with nothing left: submit disabled',
    { left: { root: 0, child: 0 }, qr: 'Harbour', button: 'Sibling', most: '0.1', isSpent: true, fresh: { Name: '' } },
  ],
  [
    'Sibling of a root: commission 10; 5 · numbers 0 to 100, step 0.01, and integers',
    {
      ...{ qr: 'Summer', button: 'Sibling' },
      limits: { 'Commission (%)': DECIMAL, 'Discount percent': DECIMAL, 'Max redemptions': WHOLE },
      fresh: { Name: '', 'Commission (%)': '10.00' },
    },
  ],
  [
    'Edit of a child: what the QR has; slider max available plus its own',
    {
      ...{ qr: 'Harbour', button: 'Edit', most: '10' },
      fresh: { Name: 'Harbour', 'Commission (%)': '4.00', [URL_FIELD]: '' },
      typed: { Name: 'Half typed', 'Commission (%)': '9.00', [URL_FIELD]: 'https://a.example' },
    },
  ],
  [
    'Edit of a root: number input',
    {
      ...{ qr: 'Summer', button: 'Edit', limits: { 'Commission (%)': DECIMAL } },
      fresh: { Name: 'Summer', 'Commission (%)': '10.00' },
    },
  ],
];

beforeEach(() => signIn('site_owner'));
const openTrees = (language: 'en' | 'es' = 'en') =>
  openScreen(`/qr-management?site=${SITE.id}`, { viewport: PHONE, language });

describe('4, 5 · on a phone', () => {
  const LEFT: Row['left'][] = [{}, { root: 0.7, child: 0.5 }, { root: 0, child: 0 }];
  it.each(LEFT)('what each dialog shows with %o left, again after it was cancelled', async (left) => {
    openTree(left);
    await openTrees();
    for (const [name, row] of ROWS.filter(([, one]) => JSON.stringify(one.left ?? {}) === JSON.stringify(left))) {
      const { qr, button, fresh, typed, most, limits = {}, isSpent = false } = row;
      await pressInRow(qr, button);
      await expect.element(dialog(), { message: name }).toBeVisible();
      await seeValues(fresh);
      const slider = dialog().getByRole('slider', { name: 'Commission percentage' });
      if (most) await seeLimits(slider, { min: '0.1', max: most, step: '0.1' });
      else expect(slider.query()).toBeNull();
      for (const [label, wanted] of Object.entries(limits)) await seeLimits(field(label), wanted);
      await seeDisabled(dialog().getByRole('button', { name: SUBMIT[button] }), isSpent);
      if (isSpent) await expect.element(dialog().getByText('No commission left to share.')).toBeVisible();
      if (typed) {
        await fillIn(typed);
        await press('Cancel');
        await seeNoDialog();
        await pressInRow(qr, button);
        await seeValues(fresh);
      }
      await userEvent.keyboard('{Escape}');
      await seeNoDialog();
    }
  });
});

it('what another edit has changed meanwhile: asks where both changed the same, and keeps the rest', async () => {
  openTree();
  const issues = [
    { path: 'commissionPercent', code: 'CHANGED_MEANWHILE', message: 'Changed meanwhile.', current: '0.70' },
  ];
  api.on(calls.editQr, refusal(409, 'Changed meanwhile.', 'EDITED_MEANWHILE', { issues }));
  await openTrees();
  await pressInRow('Summer', 'Edit');
  await fillIn({ [URL_FIELD]: 'https://example.com/first', 'Commission (%)': '0.90' });
  await press('Save Changes');
  const asked = dialog().getByRole('alert').filter({ hasText: 'Changed meanwhile' });
  await expect.poll(() => asked.query()?.textContent).toMatch(/Commission \(%\)Now: 0\.70Yours: 0\.90?/);
  await press('Use current values', asked);
  await expect.poll(() => asked.query()).toBeNull();
  await seeValues({ 'Commission (%)': '0.70', [URL_FIELD]: 'https://example.com/first' });
  api.on(calls.editQr, QR);
  await press('Save Changes');
  await seeNoDialog();
  const sent = api.sent(calls.editQr).map(({ body }) => body as object);
  expect(sent[0]).toMatchObject({ commissionPercent: '0.90', seen: { commissionPercent: '10.00', externalUrl: null } });
  expect(Object.keys(sent[1] ?? {})).toEqual(['externalUrl', 'seen']);
});

it('Edit of an owner changes the internal name, also to none', async () => {
  openShop([{ ...QR, name: 'Summer', internalName: 'Till 3' }]);
  api.on(calls.editQr, QR);
  await openTrees();
  for (const typed of ['Autumn till', '']) {
    await pressInRow('Summer', 'Edit');
    await seeValues({ 'Internal name': 'Till 3' });
    await fillIn({ 'Internal name': typed });
    await press('Save Changes');
    await seeNoDialog();
  }
  const seen = { internalName: 'Till 3' };
  expect(api.sent(calls.editQr).map(({ body }) => body)).toEqual([
    { internalName: 'Autumn till', seen },
    { internalName: null, seen },
  ]);
});
