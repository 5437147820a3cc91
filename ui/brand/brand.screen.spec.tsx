import { NO_LEGAL_LINKS } from '@perktree/contracts/account/legal-links';
import type { BrandAnswer } from '@perktree/contracts/brand/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { press, seeNoDialog, seeText } from '../testing/forms.ts';
import { api, NOW, openScreen, PHONE, switchTo } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { choosePicture, LOGO_HASH, LOGO_SVG, takeUploads } from '../testing/pictures.ts';
import { inBoth } from '../testing/see.ts';
import { openShop, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const NO_BRAND: BrandAnswer = {
  ...{ name: null, logo: null, logoUrl: null, colour: null, whiteLabel: false, showsProduct: true },
  ...NO_LEGAL_LINKS,
};
const SCRIPTED = LOGO_SVG.replace('<circle', '<script>alert(1)</script><circle');

beforeEach(() => {
  signIn('site_owner', { subscriptionPlan: 'ultra' });
  api.answerReads('empty');
  openShop([]);
  api.on(calls.siteBrand, NO_BRAND);
  takeUploads();
});

it('the brand of a site is uploaded, corrected, previewed and saved', async () => {
  await openScreen('/sites');
  await page.getByRole('link', { name: `Brand of ${SITE.name}` }).click();
  const preview = page.getByRole('figure', { name: 'Preview of the scan page in the light theme' });
  await seeText(`${SITE.name} · PerkTree`, preview);
  const pictures = () => preview.element().querySelectorAll('img').length;
  await choosePicture('logo.svg', 'image/svg+xml', SCRIPTED);
  const scripted = 'This SVG has a script or an animation. Export it as a plain drawing.';
  await seeText(scripted);
  await choosePicture('logo.pdf', 'application/pdf', '%PDF-1.7');
  await seeText('Choose a PNG, JPEG or SVG picture.');
  // A photo of a phone.
  await choosePicture('logo.jpg', 'image/jpeg', new Uint8Array(2_000_000));
  await seeText('Choose a picture of at most 1,048,576 bytes.');
  expect(pictures()).toBe(0);
  await choosePicture('logo.svg', 'image/svg+xml', LOGO_SVG);
  await expect.poll(pictures).toBe(1);

  await page.getByLabelText('Brand name').fill('Luna');
  await page.getByRole('textbox', { name: 'Brand color', exact: true }).fill('#ffcc00');
  const corrected = '#ffcc00 is hard to read on light pages (contrast 1.4). They use #856a00 instead (4.53).';
  await seeText(corrected);
  await page.getByRole('switch', { name: 'White label' }).click();
  await seeText('Luna', preview, { exact: true });
  await switchTo({ viewport: PHONE });
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  api.on(calls.brandSite, { ...NO_BRAND, name: 'Luna', logo: LOGO_HASH, whiteLabel: true, showsProduct: false });
  (page.getByRole('button', { name: 'Save Brand' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await seeToast('Brand saved', 'Your pages have the new look. What you issued before keeps its look.');
  expect(api.bodies(calls.brandSite)).toEqual([
    {
      ...{ name: 'Luna', logo: LOGO_HASH, colour: '#ffcc00', whiteLabel: true },
      seen: { name: null, logo: null, colour: null, whiteLabel: false },
    },
  ]);
});

it('an uploaded picture is deleted after a question', async () => {
  const url = `/api/pictures/${LOGO_HASH}`;
  api.on(calls.siteBrand, { ...NO_BRAND, logo: LOGO_HASH, logoUrl: url });
  const picture = { hash: LOGO_HASH, url, width: 20, height: 20, bytes: 90, createdAt: NOW.toISOString() };
  api.on(calls.listPictures, [picture]);
  api.on(calls.deletePicture, () => {
    api.on(calls.listPictures, []);
    return undefined;
  });
  await openScreen(`/sites/${SITE.id}/brand`, { viewport: PHONE });
  await page.getByRole('button', { name: /^Delete the picture uploaded / }).click();
  await inBoth(async (say) => {
    const question = page.getByRole('dialog', { name: say(['Delete this picture?', '¿Eliminar esta imagen?']) });
    const text = say(['It is the logo of this site.', 'Es el logotipo de este sitio.']);
    await seeText(text, question, { exact: false });
    expect(overflow()).toEqual([]);
  });
  const list = page.getByRole('list', { name: 'Imágenes subidas', includeHidden: true });
  await expect.element(list.getByText('Logotipo de este sitio', { exact: false })).toBeInTheDocument();
  await press('Eliminar');
  await seeToast('Imagen eliminada', null);
  await seeNoDialog();
  await expect.element(list).not.toBeInTheDocument();
  expect(api.params(calls.deletePicture)).toEqual([{ hash: LOGO_HASH }]);
});

it('takes the addresses of legal pages of the site', async () => {
  await openScreen(`/sites/${SITE.id}/brand`, { viewport: PHONE });
  await page.getByRole('textbox', { name: 'Privacy policy' }).fill('http://luna.example/privacy');
  await inBoth(async (say) => {
    await press(say(['Save Brand', 'Guardar marca']), page);
    const notHttps = [
      'Enter an address that starts with https://, without a user name and password.',
      'Escribe una dirección que empiece por https://, sin usuario ni contraseña.',
    ] as const;
    await seeText(say(notHttps));
  });
  expect(api.sent(calls.brandSite)).toEqual([]);
  await page.getByRole('textbox', { name: 'Política de privacidad' }).fill('https://luna.example/privacy');
  api.on(calls.brandSite, { ...NO_BRAND, privacy: 'https://luna.example/privacy' });
  await press('Guardar marca', page);
  await expect
    .poll(() => api.sent(calls.brandSite)[0]?.body)
    .toMatchObject({ privacy: 'https://luna.example/privacy' });
});

it('says in Spanish what white label needs', async () => {
  signIn('site_owner', { subscriptionPlan: 'free' });
  await openScreen(`/sites/${SITE.id}/brand`, { viewport: PHONE, language: 'es' });
  await expect.element(page.getByRole('heading', { name: 'Marca', level: 1 })).toBeVisible();
  await seeText('La marca blanca es parte del plan Ultra.', page, { exact: false });
  await expect.element(page.getByRole('switch', { name: 'Marca blanca' })).toBeDisabled();
});

it('what was entered before a reload is not shown as the saved brand', async () => {
  const open = () => openScreen(`/sites/${SITE.id}/brand`, { viewport: PHONE });
  await open();
  await page.getByLabelText('Brand name').fill('Luna');
  await open();
  await expect.element(page.getByLabelText('Brand name')).toHaveValue('Luna');
  await seeText('This is what you entered before. It is not saved yet.');
});
