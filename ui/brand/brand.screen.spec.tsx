import { NO_LEGAL_LINKS } from '@perktree/contracts/account/legal-links';
import type { BrandAnswer } from '@perktree/contracts/brand/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { press, seeNoDialog } from '../testing/forms.ts';
import { api, DESKTOP, NOW, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { choosePicture, LOGO_HASH, LOGO_SVG, takeUploads } from '../testing/pictures.ts';
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

describe.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('the brand of a site, on a %s', (_, viewport) => {
  it('is uploaded, corrected, previewed and saved', async () => {
    await openScreen('/sites', { viewport });
    await page.getByRole('link', { name: `Brand of ${SITE.name}` }).click();
    const preview = page.getByRole('figure', { name: 'Preview of the scan page in the light theme' });
    await expect.element(preview.getByText(`${SITE.name} · PerkTree`)).toBeVisible();
    const pictures = () => preview.element().querySelectorAll('img').length;
    await choosePicture('logo.svg', 'image/svg+xml', SCRIPTED);
    const scripted = 'This SVG has a script or an animation. Export it as a plain drawing.';
    await expect.element(page.getByText(scripted)).toBeVisible();
    await choosePicture('logo.pdf', 'application/pdf', '%PDF-1.7');
    await expect.element(page.getByText('Choose a PNG, JPEG or SVG picture.')).toBeVisible();
    // A photo of a phone.
    await choosePicture('logo.jpg', 'image/jpeg', new Uint8Array(2_000_000));
    await expect.element(page.getByText('Choose a picture of at most 1,048,576 bytes.')).toBeVisible();
    expect(pictures()).toBe(0);
    await choosePicture('logo.svg', 'image/svg+xml', LOGO_SVG);
    await expect.poll(pictures).toBe(1);

    await page.getByLabelText('Brand name').fill('Luna');
    await page.getByRole('textbox', { name: 'Brand color', exact: true }).fill('#ffcc00');
    const corrected = '#ffcc00 is hard to read on light pages (contrast 1.4). They use #856a00 instead (4.53).';
    await expect.element(page.getByText(corrected)).toBeVisible();
    await page.getByRole('switch', { name: 'White label' }).click();
    await expect.element(preview.getByText('Luna', { exact: true })).toBeVisible();
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    api.on(calls.brandSite, { ...NO_BRAND, name: 'Luna', logo: LOGO_HASH, whiteLabel: true, showsProduct: false });
    (page.getByRole('button', { name: 'Save Brand' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await seeToast('Brand saved', 'Your pages have the new look. What you issued before keeps its look.');
    expect(api.sent(calls.brandSite).map(({ body }) => body)).toEqual([
      {
        ...{ name: 'Luna', logo: LOGO_HASH, colour: '#ffcc00', whiteLabel: true },
        seen: { name: null, logo: null, colour: null, whiteLabel: false },
      },
    ]);
  });
});

it.each([
  [
    'en',
    {
      ...{ list: 'Uploaded pictures', logo: 'Logo of this site', remove: /^Delete the picture uploaded / },
      ...{ ask: 'Delete this picture?', text: 'It is the logo of this site.', confirm: 'Delete' },
      done: 'Picture deleted',
    },
  ],
  [
    'es',
    {
      ...{ list: 'Imágenes subidas', logo: 'Logotipo de este sitio', remove: /^Eliminar la imagen subida el / },
      ...{ ask: '¿Eliminar esta imagen?', text: 'Es el logotipo de este sitio.', confirm: 'Eliminar' },
      done: 'Imagen eliminada',
    },
  ],
] as const)('an uploaded picture is deleted after a question (%s)', async (language, words) => {
  const url = `/api/pictures/${LOGO_HASH}`;
  api.on(calls.siteBrand, { ...NO_BRAND, logo: LOGO_HASH, logoUrl: url });
  api.on(calls.listPictures, [
    { hash: LOGO_HASH, url, width: 20, height: 20, bytes: 90, createdAt: NOW.toISOString() },
  ]);
  api.on(calls.deletePicture, () => {
    api.on(calls.listPictures, []);
    return undefined;
  });
  await openScreen(`/sites/${SITE.id}/brand`, { viewport: PHONE, language });
  const list = page.getByRole('list', { name: words.list });
  await expect.element(list.getByText(words.logo, { exact: false })).toBeVisible();
  await list.getByRole('button', { name: words.remove }).click();
  const question = page.getByRole('dialog', { name: words.ask });
  await expect.element(question.getByText(words.text, { exact: false })).toBeVisible();
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  await press(words.confirm, question);
  await seeToast(words.done, null);
  await seeNoDialog();
  await expect.element(list).not.toBeInTheDocument();
  expect(api.sent(calls.deletePicture).map(({ params }) => params)).toEqual([{ hash: LOGO_HASH }]);
});

it.each([
  [
    'en',
    'Privacy policy',
    'Save Brand',
    'Enter an address that starts with https://, without a user name and password.',
  ],
  [
    'es',
    'Política de privacidad',
    'Guardar marca',
    'Escribe una dirección que empiece por https://, sin usuario ni contraseña.',
  ],
] as const)('takes the addresses of legal pages of the site (%s)', async (language, label, save, notHttps) => {
  await openScreen(`/sites/${SITE.id}/brand`, { viewport: PHONE, language });
  const field = page.getByRole('textbox', { name: label });
  await field.fill('http://luna.example/privacy');
  await press(save, page);
  await expect.element(page.getByText(notHttps)).toBeVisible();
  expect(api.sent(calls.brandSite)).toEqual([]);
  await field.fill('https://luna.example/privacy');
  api.on(calls.brandSite, { ...NO_BRAND, privacy: 'https://luna.example/privacy' });
  await press(save, page);
  await expect
    .poll(() => api.sent(calls.brandSite)[0]?.body)
    .toMatchObject({ privacy: 'https://luna.example/privacy' });
});

it('says in Spanish what white label needs', async () => {
  signIn('site_owner', { subscriptionPlan: 'free' });
  await openScreen(`/sites/${SITE.id}/brand`, { viewport: PHONE, language: 'es' });
  await expect.element(page.getByRole('heading', { name: 'Marca', level: 1 })).toBeVisible();
  await expect.element(page.getByText('La marca blanca es parte del plan Ultra.', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('switch', { name: 'Marca blanca' })).toBeDisabled();
});
