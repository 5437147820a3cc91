import { calls } from '@perktree/contracts/catalogue/calls';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { api, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, QR, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const PARAMS = { siteId: SITE.id, qrId: QR.id };

const COMMANDS = [
  {
    ...{ isActive: true, call: calls.deactivateBranch, alone: calls.deactivateQr },
    en: {
      ...{ item: 'Deactivate', question: 'Deactivate this QR?', done: 'QR Deactivated' },
      below: '12 active QR codes below it can still be scanned and redeemed.',
      withBelow: 'Deactivate it with everything below',
    },
    es: {
      ...{ item: 'Desactivar', question: '¿Desactivar este QR?', done: 'QR desactivado' },
      below: '12 códigos QR activos por debajo se pueden seguir escaneando y canjeando.',
      withBelow: 'Desactivarlo con todo lo que hay debajo',
    },
  },
  {
    ...{ isActive: false, call: calls.activateBranch, alone: calls.activateQr },
    en: {
      ...{ item: 'Activate', question: 'Activate this QR?', done: 'QR Activated' },
      below: '3 QR codes below it stay deactivated.',
      withBelow: 'Activate it with everything below',
    },
    es: {
      ...{ item: 'Activar', question: '¿Activar este QR?', done: 'QR activado' },
      below: '3 códigos QR por debajo siguen desactivados.',
      withBelow: 'Activarlo con todo lo que hay debajo',
    },
  },
] as const;
const LANGUAGES = [
  ['en', 'More for Winter', 'Winter and everything below: 13 QR codes'],
  ['es', 'Más para Winter', 'Winter y todo lo que hay debajo: 13 códigos QR'],
] as const;

describe.each(LANGUAGES)('in %s', (language, more, changed) => {
  describe.each(COMMANDS)('a QR with QRs below: $en.item', ({ isActive, call, alone, [language]: words }) => {
    const ask = async () => {
      await openScreen(`/qr-management?site=${SITE.id}`, { language });
      await page.getByRole('button', { name: more }).click();
      await page.getByRole('menuitem', { name: words.item, exact: true }).click();
      return page.getByRole('dialog', { name: words.question });
    };
    beforeEach(() => {
      signIn('site_owner');
      openShop([]);
      const row = { ...QR, isActive, level: 0, childCount: 2, path: null };
      api.on(treeRowCalls.ofSite, [row], { total: 1 });
      api.on(calls.qrsBelow, { active: 12, inactive: 3 });
    });

    it('says how many below stay as they are, and includes them on request', async () => {
      api.on(call, { changed: 13 });
      const dialog = await ask();
      await expect.element(dialog.getByText(words.below)).toBeVisible();
      await dialog.getByRole('checkbox', { name: words.withBelow }).click();
      await dialog.getByRole('button', { name: words.item, exact: true }).click();
      await seeToast(words.done, changed);
      expect(api.sent(call).map(({ params }) => params)).toEqual([PARAMS]);
      expect(api.sent(alone)).toHaveLength(0);
    });

    it('changes the QR alone without it, also after the choice was withdrawn with the dialog', async () => {
      api.on(alone, QR);
      const first = await ask();
      await first.getByRole('checkbox', { name: words.withBelow }).click();
      await first.getByRole('button', { name: language === 'en' ? 'Cancel' : 'Cancelar' }).click();
      await page.getByRole('button', { name: more }).click();
      await page.getByRole('menuitem', { name: words.item, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: words.question });
      await expect.element(dialog.getByRole('checkbox')).not.toBeChecked();
      await dialog.getByRole('button', { name: words.item, exact: true }).click();
      await seeToast(words.done, 'Winter');
      expect(api.sent(call)).toHaveLength(0);
    });

    it('offers nothing where nothing below would change', async () => {
      api.on(calls.qrsBelow, { active: isActive ? 0 : 2, inactive: isActive ? 2 : 0 });
      const dialog = await ask();
      await expect.poll(() => api.sent(calls.qrsBelow)).toHaveLength(1);
      await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument();
    });
  });
});
