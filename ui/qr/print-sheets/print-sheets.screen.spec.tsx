import { calls } from '@perktree/contracts/catalogue/calls';
import type { QrLabel } from '@perktree/contracts/qr/list-calls';
import { MOST_ON_SHEET, printSheetCall } from '@perktree/contracts/qr/print-sheet-calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../../testing/fake-api.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { savedFiles } from '../../testing/saved-files.ts';
import { seeInBoth } from '../../testing/see.ts';
import { BENEFIT, QR, SITE } from '../../testing/shop.ts';

const OTHER = { ...QR, id: '00000000-0000-4000-8000-000000000006', name: 'Summer' };
const labelOf = ({ id, name }: typeof QR): QrLabel => ({
  ...{ id, name, benefitDisplay: BENEFIT.benefit, benefitTerms: BENEFIT.benefitTerms, brand: null, design: null },
  customerUrl: 'https://perktree.example/scan/customer/a',
});

beforeEach(() => {
  signIn('site_owner');
  api.on(calls.listQrs, [QR, OTHER], { total: 2 });
  api.on(calls.siteLabels, [QR, OTHER].map(labelOf));
  api.on(printSheetCall, 'the file');
});
const open = () => openScreen(`/qr-management/print?site=${SITE.id}`, { viewport: PHONE });
const press = (name: string) => page.getByRole('button', { name }).click();

it('asks for the chosen QR codes, in the order in which they were chosen', async () => {
  const saved = savedFiles();
  await open();
  await expect.element(page.getByRole('button', { name: 'Download PDF' })).toBeDisabled();
  await page.getByRole('checkbox', { name: /^Summer/ }).click();
  await page.getByRole('checkbox', { name: /^Winter/ }).click();
  await press('Download PDF');
  await expect.element(page.getByText('Download Started')).toBeVisible();
  const [sent] = api.sent(printSheetCall);
  expect(sent?.body).toMatchObject({
    siteId: SITE.id,
    ids: [OTHER.id, QR.id],
    size: 'small',
    paper: 'A4',
    format: 'pdf',
  });
  expect(sent?.headers.get('Accept-Language')).toBe('en');
  await expect.poll(() => saved.length).toBe(1);
});

it('small labels leave out logos; sends what a print shop needs, on the paper of the currency', async () => {
  api.on(calls.listQrs, [{ ...QR, currency: 'USD' }], { total: 1 });
  await open();
  await seeInBoth({
    texts: [
      [
        'Without the logos in QR codes: a code with a logo needs an edge of 30 mm to be scanned.',
        'Sin los logotipos de los códigos QR: con logotipo, un código necesita 30 mm de lado para poder leerse.',
      ],
      ['Letter (8.5 × 11 in)', 'Carta (8,5 × 11 pulgadas)'],
    ],
  });
  await page.getByRole('combobox', { name: 'Etiquetas' }).click();
  await page.getByRole('option', { name: 'Medianas, 4 por página' }).click();
  await expect.element(page.getByText(/^Sin los logotipos/)).not.toBeInTheDocument();
  await page.getByRole('checkbox', { name: /^Winter/ }).click();
  const [distributor, tree, address] = ['Nombre del distribuidor', 'Nombre del árbol', 'Dirección del código'];
  for (const name of [address, distributor, tree, tree, 'Sangrado de 3 mm y marcas de corte'])
    await page.getByRole('checkbox', { name }).click();
  await press('Descargar enlaces en CSV');
  await expect
    .poll(() => api.sent(printSheetCall)[0]?.body)
    .toMatchObject({ paper: 'Letter', lines: ['distributor', 'address'], hasMarks: true, format: 'csv' });
});

it('asks for all that match', async () => {
  await open();
  await page.getByRole('checkbox', { name: /^All / }).click();
  await expect.element(page.getByText('All (2 of 2 chosen)')).toBeVisible();
  await press('Download SVG');
  await expect.poll(() => api.sent(printSheetCall)[0]?.body).toMatchObject({ ids: [QR.id, OTHER.id], format: 'svg' });
});

it('says why a sheet was refused, and that one has too many QR codes', async () => {
  api.on(printSheetCall, refusal(404, 'QR code not found.'));
  const many = Array.from({ length: MOST_ON_SHEET }, (_, n) => ({
    ...labelOf(QR),
    id: `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`,
  }));
  await open();
  await page.getByRole('checkbox', { name: /^Winter/ }).click();
  await press('Download PDF');
  await expect.element(page.getByText('QR code not found.')).toBeVisible();
  api.on(calls.siteLabels, many);
  await page.getByRole('checkbox', { name: /^All / }).click();
  await expect
    .element(page.getByText('A print sheet has at most 5,000 QR codes. Choose fewer, for example by a search.'))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Download PDF' })).toBeDisabled();
});
