import { calls } from '@perktree/contracts/catalogue/calls';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { press, seeNoDialog } from '../testing/forms.ts';
import { api, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { inBoth } from '../testing/see.ts';
import { openShop, QR, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const PARAMS = { siteId: SITE.id, qrId: QR.id };

const COMMANDS = [
  {
    isActive: true,
    call: calls.deactivateBranch,
    alone: calls.deactivateQr,
    item: ['Deactivate', 'Desactivar'],
    question: ['Deactivate this QR?', '¿Desactivar este QR?'],
    done: ['QR Deactivated', 'QR desactivado'],
    below: [
      '12 active QR codes below it can still be scanned and redeemed.',
      '12 códigos QR activos por debajo se pueden seguir escaneando y canjeando.',
    ],
    withBelow: ['Deactivate it with everything below', 'Desactivarlo con todo lo que hay debajo'],
  },
  {
    isActive: false,
    call: calls.activateBranch,
    alone: calls.activateQr,
    item: ['Activate', 'Activar'],
    question: ['Activate this QR?', '¿Activar este QR?'],
    done: ['QR Activated', 'QR activado'],
    below: ['3 QR codes below it stay deactivated.', '3 códigos QR por debajo siguen desactivados.'],
    withBelow: ['Activate it with everything below', 'Activarlo con todo lo que hay debajo'],
  },
] as const;

describe.each(COMMANDS)('a QR with QRs below: $item.0', ({ isActive, call, alone, item, question, ...words }) => {
  const ask = async (say: (pair: readonly [string, string]) => string) => {
    await press(say(['More for Winter', 'Más para Winter']), page);
    await page.getByRole('menuitem', { name: say(item), exact: true }).click();
    return page.getByRole('dialog', { name: say(question) });
  };
  beforeEach(() => {
    signIn('site_owner');
    openShop([]);
    api.on(treeRowCalls.ofSite, [{ ...QR, isActive, level: 0, childCount: 2, path: null }], { total: 1 });
    api.on(calls.qrsBelow, { active: 12, inactive: 3 });
  });

  it('says how many below stay as they are; changes it alone, and with them on request, which is withdrawn with the dialog', async () => {
    api.on(call, { changed: 13 });
    api.on(alone, QR);
    await openScreen(`/qr-management?site=${SITE.id}`);
    let times = 0;
    await inBoth(async (say) => {
      const dialog = await ask(say);
      const withBelow = dialog.getByRole('checkbox', { name: say(words.withBelow) });
      await expect.element(dialog.getByText(say(words.below))).toBeVisible();
      await withBelow.click();
      await press(say(['Cancel', 'Cancelar']), dialog);
      await seeNoDialog();
      await ask(say);
      await expect.element(withBelow).not.toBeChecked();
      await press(say(item), dialog);
      await seeToast(say(words.done), 'Winter');
      await seeNoDialog();
      expect(api.sent(call)).toHaveLength(times);
      await ask(say);
      await withBelow.click();
      await press(say(item), dialog);
      const all = say(['Winter and everything below: 13 QR codes', 'Winter y todo lo que hay debajo: 13 códigos QR']);
      await seeToast(say(words.done), all);
      await seeNoDialog();
      times += 1;
      expect(api.sent(call).map(({ params }) => params)).toEqual(Array(times).fill(PARAMS));
      expect(api.sent(alone)).toHaveLength(times);
    });
  });

  it('offers nothing where nothing below would change', async () => {
    api.on(calls.qrsBelow, { active: isActive ? 0 : 2, inactive: isActive ? 2 : 0 });
    await openScreen(`/qr-management?site=${SITE.id}`);
    const dialog = await ask(([english]) => english);
    await expect.poll(() => api.sent(calls.qrsBelow)).toHaveLength(1);
    await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument();
  });
});
