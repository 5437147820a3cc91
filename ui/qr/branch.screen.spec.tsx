import { calls } from '@perktree/contracts/catalogue/calls';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { press, seeNoDialog } from '../testing/forms.ts';
import { api, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, QR, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const COMMANDS = [
  {
    ...({ language: 'en', isActive: true, call: calls.deactivateBranch, alone: calls.deactivateQr } as const),
    ...{ more: 'More for Winter', item: 'Deactivate', question: 'Deactivate this QR?', done: 'QR Deactivated' },
    below: '12 active QR codes below it can still be scanned and redeemed.',
    withBelow: 'Deactivate it with everything below',
    ...{ cancel: 'Cancel', all: 'Winter and everything below: 13 QR codes' },
  },
  {
    ...({ language: 'es', isActive: false, call: calls.activateBranch, alone: calls.activateQr } as const),
    ...{ more: 'Más para Winter', item: 'Activar', question: '¿Activar este QR?', done: 'QR activado' },
    below: '3 códigos QR por debajo siguen desactivados.',
    withBelow: 'Activarlo con todo lo que hay debajo',
    ...{ cancel: 'Cancelar', all: 'Winter y todo lo que hay debajo: 13 códigos QR' },
  },
];

it.each(COMMANDS)(
  'a QR with QRs below: says how many stay as they are; changes it alone, and with them on request, which is withdrawn with the dialog ($item)',
  async ({ language, isActive, call, alone, more, item, question, done, below, withBelow, cancel, all }) => {
    signIn('site_owner');
    openShop([]);
    api.on(treeRowCalls.ofSite, [{ ...QR, isActive, level: 0, childCount: 2, path: null }], { total: 1 });
    api.on(calls.qrsBelow, { active: isActive ? 0 : 2, inactive: isActive ? 2 : 0 });
    api.on(call, { changed: 13 });
    api.on(alone, QR);
    await openScreen(`/qr-management?site=${SITE.id}`, { language });
    const dialog = page.getByRole('dialog', { name: question });
    const box = dialog.getByRole('checkbox', { name: withBelow });
    const ask = async () => {
      await press(more, page);
      await page.getByRole('menuitem', { name: item, exact: true }).click();
      await expect.element(dialog).toBeVisible();
    };
    // Nothing below would change.
    await ask();
    await expect.poll(() => api.sent(calls.qrsBelow)).toHaveLength(1);
    await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument();
    api.on(calls.qrsBelow, { active: 12, inactive: 3 });
    await press(item, dialog);
    await seeToast(done, 'Winter');
    await seeNoDialog();

    await ask();
    await expect.element(dialog.getByText(below)).toBeVisible();
    await box.click();
    await press(cancel, dialog);
    await seeNoDialog();
    await ask();
    await expect.element(box).not.toBeChecked();
    await press(item, dialog);
    await seeNoDialog();
    expect([api.sent(call).length, api.sent(alone).length]).toEqual([0, 2]);
    await ask();
    await box.click();
    await press(item, dialog);
    await seeToast(done, all);
    expect(api.sent(call).map(({ params }) => params)).toEqual([{ siteId: SITE.id, qrId: QR.id }]);
    expect(api.sent(alone)).toHaveLength(2);
  },
);
