import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { axeFindings } from './accessibility/audit.ts';
import { smallTargets } from './accessibility/small-targets.ts';
import { PASSWORD } from './support/actions.ts';
import { DESKTOP, openWindow, PHONE } from './support/browser.ts';
import { Person } from './support/person.ts';
import { decodePng, readQr } from './support/read-qr.ts';
import { useSharedProduct } from './support/use-product.ts';

const shared = useSharedProduct();

interface Campaign {
  readonly owner: Person;
  readonly siteId: string;
  readonly link: string;
}

async function openCampaign(name: string, plan: 'free' | 'ultra'): Promise<Campaign> {
  const owner = await Person.register(shared.url, name, 'business');
  if (plan === 'ultra') {
    const checkout = await owner.post<{ url: string }>('/api/create-subscription', { priceId: 'price_ultra' });
    await owner.post(`/api/offline-checkout/${checkout.url.split('/').at(-1)}/confirm`);
  }
  const { id: siteId } = await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  const qr = await owner.post<{ id: string }>(`/api/sites/${siteId}/qrs`, {
    ...{ name: 'Summer', type: 'DISCOUNT_FIXED', discountFixedAmount: 5, commissionPercent: '10.00' },
  });
  const code = await owner.get<{ customerUrl: string }>(`/api/sites/${siteId}/qrs/${qr.id}/qrcode`);
  return { owner, siteId, link: code.customerUrl };
}

async function openDesign({ owner, siteId }: Campaign, viewport: typeof PHONE, language = 'en') {
  const locale = language === 'es' ? 'es-ES' : 'en-GB';
  const { page, pageErrors } = await openWindow(shared.browser, shared.url, viewport, { locale });
  await page.goto('/login?intent=business');
  await page.getByLabel(/E-mail|Correo/).fill(owner.email);
  await page.getByLabel(/Password|Contraseña/).fill(PASSWORD);
  await page.getByRole('button', { name: /^(Log in|Iniciar sesión|Entrar)$/ }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  await page.goto(`/qr-management?site=${siteId}`);
  await page.getByRole('button', { name: /^(More for|Más para) Summer/ }).click();
  await page.getByRole('menuitem', { name: /^(Design QR code|Diseñar código QR)$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img').waitFor();
  return { page, dialog, pageErrors };
}

const logo = async (background: string) => ({
  ...{ name: 'logo.png', mimeType: 'image/png' },
  buffer: await sharp({ create: { width: 80, height: 80, channels: 3, background } })
    .png()
    .toBuffer(),
});

async function download(page: Page, act: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const coming: Promise<Download> = page.waitForEvent('download');
  await act();
  const file = await coming;
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('the design of a campaign on a %s', (size, viewport) => {
  it('is drawn while it is chosen, saved, and on files and print sheets', async () => {
    const campaign = await openCampaign(`owner-${size}`, 'ultra');
    const { page, dialog, pageErrors } = await openDesign(campaign, viewport);
    await dialog.getByRole('textbox', { name: /^Code colour/ }).fill('#1a4d8f');
    await choose(page, 'Shape', 'Dots');
    await dialog.getByLabel('Text below the code').fill('Scan and save');
    await dialog.locator('input[type=file]').setInputFiles(await logo('#cc0000'));
    await dialog.getByLabel('Logo size (% of the code)').fill('20');
    const preview = dialog.getByRole('img', { name: 'Preview of the QR code' });
    await expect.poll(() => preview.getAttribute('src')).toContain(encodeURIComponent('href="data:image/png'));
    await expect.poll(() => preview.getAttribute('src')).toContain(encodeURIComponent('#1a4d8f'));
    expect(await readQr(preview)).toBe(campaign.link);
    expect(await axeFindings(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save design' }).click();
    await page.getByText('Design saved', { exact: true }).first().waitFor();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'More for Summer' }).click();
    await page.getByRole('menuitem', { name: 'Show QR Code' }).click();
    const png = await download(page, () => page.getByRole('link', { name: 'Download as PNG' }).click());
    expect(png.name).toMatch(/^QR-Summer-[0-9a-f]{8}\.png$/);
    expect(decodePng(png.content)).toBe(campaign.link);
    expect(await axeFindings(page)).toEqual([]);

    await page.goto(`/qr-management/print?site=${campaign.siteId}`);
    await page.getByRole('checkbox', { name: /^All / }).click();
    const svg = await download(page, () => page.getByRole('button', { name: 'Download SVG' }).click());
    expect(svg.name).toMatch(/^Print-sheet-A4-[0-9a-f]{8}\.svg$/);
    expect(svg.content.toString('utf8')).toContain('fill="#1a4d8f"');
    expect(svg.content.toString('utf8')).toContain('href="data:image/png');
    const pdf = await download(page, () => page.getByRole('button', { name: 'Download PDF' }).click());
    expect(pdf.content.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(pageErrors).toEqual([]);
  });

  it('says in plain words why it is not saved', async () => {
    const campaign = await openCampaign(`refused-${size}`, 'ultra');
    const { page, dialog } = await openDesign(campaign, viewport, 'es');
    await dialog.getByRole('textbox', { name: /^Color del código/ }).fill('#999999');
    await dialog.getByRole('button', { name: 'Guardar diseño' }).click();
    await dialog.getByText('Elige colores con más contraste').waitFor();
    await dialog.getByRole('textbox', { name: /^Color del código/ }).fill('#000000');
    await dialog.locator('input[type=file]').setInputFiles(await logo('#00aa00'));
    await dialog.getByLabel('Tamaño del logotipo (% del código)').fill('50');
    await dialog.getByRole('button', { name: 'Guardar diseño' }).click();
    const alert = dialog.getByRole('alert').filter({ hasText: 'No se guardó el diseño' });
    await alert.waitFor();
    await expect
      .poll(() => alert.textContent())
      .toContain('jsQR falla con un código nítido y pequeño sobre papel claro');
    expect(await axeFindings(page)).toEqual([]);
  });
});

it('can be made and removed with the keyboard alone', async () => {
  const campaign = await openCampaign('keys', 'ultra');
  const { page, dialog } = await openDesign(campaign, DESKTOP);
  const type = async (label: string, text: string) => {
    const field = dialog.getByRole('textbox', { name: new RegExp(`^${label}`) });
    for (let n = 0; n < 20 && !(await field.evaluate((one) => one === document.activeElement)); n += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  };
  await type('Code colour', '#0a5c2b');
  await type('Text below the code', 'Menu');
  await page.keyboard.press('Enter');
  await page.getByText('Design saved', { exact: true }).first().waitFor();
  await dialog.waitFor({ state: 'detached' });
  // The focus returns to the button that opened the dialog.
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Design QR code' }).press('Enter');
  const remove = dialog.getByRole('button', { name: 'Remove the design of this campaign' });
  await remove.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Design QR code' }).press('Enter');
  await remove.press('Enter');
  await page.getByText('Design removed', { exact: true }).first().waitFor();
});

it('needs Ultra, and says so before anything is chosen', async () => {
  const campaign = await openCampaign('free', 'free');
  const { page, dialog } = await openDesign(campaign, PHONE);
  await dialog.getByText('With Ultra they have your colours, logo and text').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Save design' }).isDisabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('link', { name: 'See plans' }).click();
  await page.waitForURL('**/subscription');
});
