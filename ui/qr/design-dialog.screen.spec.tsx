import { calls } from '@perktree/contracts/catalogue/calls';
import type { QrDesignAnswer } from '@perktree/contracts/qr/design-calls';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { dialog, press, seeDisabled, seeNoDialog, seeText } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { choosePicture, LOGO_HASH, LOGO_SVG, takeUploads } from '../testing/pictures.ts';
import { inBoth } from '../testing/see.ts';
import { codeOf, openShop, QR, SITE } from '../testing/shop.ts';
import { seeToast, shownToast } from '../testing/toasts.ts';

/** The design of a campaign. Files with it: verification/specification/qr-designs.spec.ts. */
const DESIGN = {
  ...{ foreground: '#1a4d8f', background: '#ffffff', modules: 'dots' as const, frameText: 'Scan and save' },
  logo: { picture: LOGO_HASH, percent: 20 },
};
const SAVED: QrDesignAnswer = { design: DESIGN, from: 'campaign', version: '0123abcd' };
const SAVED_TEXT = 'Download or print the QR codes again to use it. Printed codes keep working.';
const NO_PLAN = {
  id: 'free',
  limits: PLANS.free.limits,
  used: { sites: 1, activeQrs: 1, redemptionsThisMonth: 0 },
} as const;

beforeEach(() => {
  signIn('site_owner', { subscriptionPlan: 'ultra' });
  api.answerReads('empty');
  openShop([QR]);
  api.on(calls.qrDesign, { design: null, from: null, version: null });
  api.on(calls.qrCode, codeOf(QR.name));
  takeUploads();
});
const more = () => page.getByRole('button', { name: /^(More for|Más para) Winter/ });
async function openDesign(): Promise<void> {
  await more().click();
  await page.getByRole('menuitem', { name: /^(Design QR code|Diseñar código QR)$/ }).click();
  await expect.element(dialog().getByRole('img').first()).toBeVisible();
}
async function open(language: 'en' | 'es' = 'en'): Promise<void> {
  await openScreen(`/qr-management?site=${SITE.id}`, { viewport: PHONE, language });
  await openDesign();
}

it('the design of a campaign is drawn while it is chosen, saved and removed; its files are beside its code', async () => {
  await open();
  await dialog()
    .getByRole('textbox', { name: /^Code color/ })
    .fill('#1a4d8f');
  await dialog().getByRole('combobox', { name: 'Shape' }).click();
  await page.getByRole('option', { name: 'Dots', exact: true }).click();
  await dialog().getByLabelText('Text below the code').fill('Scan and save');
  await choosePicture('logo.svg', 'image/svg+xml', LOGO_SVG);
  await dialog().getByLabelText('Logo size (% of the code)').fill('20');
  const preview = dialog().getByRole('img', { name: 'Preview of the QR code' });
  const drawn = () => decodeURIComponent(preview.element().getAttribute('src') ?? '');
  await expect.poll(drawn).toContain('href="data:image/svg+xml');
  await expect.poll(drawn).toContain('#1a4d8f');
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  api.on(calls.designQr, SAVED);
  await press('Save design');
  await seeToast('Design saved', SAVED_TEXT);
  await seeNoDialog();
  expect(api.bodies(calls.designQr)).toEqual([{ design: DESIGN, seen: { design: null } }]);
  await more().click();
  await page.getByRole('menuitem', { name: 'Show QR Code' }).click();
  const file = (format: string) => dialog().getByRole('link', { name: `Download as ${format}`, exact: true });
  const path = `/api/sites/${SITE.id}/qrs/${QR.id}/qrcode`;
  for (const format of ['PNG', 'SVG', 'PDF'])
    await expect.element(file(format)).toHaveAttribute('href', `${path}.${format.toLowerCase()}`);
  const marked = file('PDF with a bleed of 3 mm and cut marks');
  await expect.element(marked).toHaveAttribute('href', `${path}.pdf?marks=1`);
  await userEvent.keyboard('{Escape}');
  await seeNoDialog();
  api.on(calls.qrDesign, SAVED);
  await openDesign();
  await press('Remove the design of this campaign');
  await seeText('Files that you download from now on no longer have it. Printed codes keep working.');
  expect(api.sent(calls.designQr)).toHaveLength(1);
  await press('Remove', dialog().last());
  await expect.poll(() => shownToast()?.title).toBe('Design removed');
  expect(api.sent(calls.designQr)[1]?.body).toEqual({ design: null, seen: { design: DESIGN } });
});

it('says in plain words, in Spanish, why it is not saved', async () => {
  await open('es');
  const foreground = dialog().getByRole('textbox', { name: /^Color del código/ });
  await foreground.fill('#999999');
  await press('Guardar diseño');
  await seeText('Elige colores con más contraste', dialog(), { exact: false });
  expect(api.sent(calls.designQr)).toEqual([]);
  await foreground.fill('#000000');
  const values = { decoder: 'jsQR', sharpness: 'sharp', size: 'small', paper: 'light', failed: '3', cases: '12' };
  api.on(calls.designQr, refusal(409, 'QR readers cannot read it.', 'DESIGN_UNREADABLE', { values }));
  await press('Guardar diseño');
  const alert = dialog().getByRole('alert').filter({ hasText: 'No se guardó el diseño' });
  await expect
    .poll(() => alert.query()?.textContent)
    .toContain('jsQR falla con un código nítido y pequeño sobre papel claro');
});

it('needs Ultra, and says so before anything is chosen', async () => {
  api.on(calls.plan, NO_PLAN);
  await open();
  await inBoth(async (say) => {
    const text = [
      'With Ultra they have your colors, logo and text',
      'Con Ultra tienen tus colores, tu logotipo y tu texto',
    ] as const;
    await seeText(say(text), dialog(), { exact: false });
    await seeDisabled(dialog().getByRole('button', { name: say(['Save design', 'Guardar diseño']) }));
    const plans = dialog().getByRole('link', { name: say(['See plans', 'Ver planes']) });
    await expect.element(plans).toHaveAttribute('href', '/subscription');
  });
});
