import { calls } from '@perktree/contracts/catalogue/calls';
import type { QrLabel } from '@perktree/contracts/qr/list-calls';
import { MAX_ON_SHEET, printSheetCall } from '@perktree/contracts/qr/print-sheet-calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../../testing/fake-api.ts';
import { dialog, press, seeNoDialog, seeText } from '../../testing/forms.ts';
import { idOf } from '../../testing/long-list.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn, userOf } from '../../testing/people.ts';
import { savedFiles } from '../../testing/saved-files.ts';
import { see, seeInBoth } from '../../testing/see.ts';
import { BENEFIT, QR, SITE } from '../../testing/shop.ts';

const OTHER = { ...QR, id: '00000000-0000-4000-8000-000000000006', name: 'Summer' };
const labelOf = ({ id, name }: Pick<typeof QR, 'id' | 'name'>): QrLabel => ({
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
const button = (name: string) => page.getByRole('button', { name });
const box = (name: RegExp | string) => page.getByRole('checkbox', { name });
const sheet = () => api.sent(printSheetCall).at(-1)?.body;

it('asks for the chosen QR codes, in the order in which they were chosen, or for all that match', async () => {
  const saved = savedFiles();
  await open();
  await expect.element(button('Download PDF')).toBeDisabled();
  await box(/^Summer/).click();
  await box(/^Winter/).click();
  await button('Download PDF').click();
  await seeText('Download Started');
  const small = { siteId: SITE.id, size: 'small', paper: 'A4' };
  expect(sheet()).toMatchObject({ ...small, ids: [OTHER.id, QR.id], format: 'pdf' });
  expect(api.sent(printSheetCall)[0]?.headers.get('Accept-Language')).toBe('en');
  await expect.poll(() => saved.length).toBe(1);
  await open();
  await box(/^All /).click();
  await see({ texts: ['All (2 of 2 chosen)'] });
  await button('Download SVG').click();
  await expect.poll(sheet).toMatchObject({ ids: [QR.id, OTHER.id], format: 'svg' });
});

it('small labels leave out logos; sends what a print shop needs, on the paper of the currency', async () => {
  api.on(calls.listQrs, [{ ...QR, currency: 'USD' }], { total: 1 });
  await open();
  const noLogos = [
    'Without the logos in QR codes: a code with a logo needs an edge of 30 mm to be scanned.',
    'Sin los logotipos de los códigos QR: con logotipo, un código necesita 30 mm de lado para poder leerse.',
  ] as const;
  await seeInBoth({ texts: [noLogos, ['Letter (8.5 × 11 in)', 'Carta (8,5 × 11 pulgadas)']] });
  await page.getByRole('combobox', { name: 'Etiquetas' }).click();
  await page.getByRole('option', { name: 'Medianas, 4 por página' }).click();
  await expect.element(page.getByText(noLogos[1])).not.toBeInTheDocument();
  await box(/^Winter/).click();
  const [distributor, tree, address] = ['Nombre del distribuidor', 'Nombre del árbol', 'Dirección del código'];
  for (const name of [address, distributor, tree, tree, 'Sangrado de 3 mm y marcas de corte'])
    await box(name as string).click();
  await button('Descargar enlaces en CSV').click();
  const wanted = { paper: 'Letter', lines: ['distributor', 'address'], hasMarks: true, format: 'csv' };
  await expect.poll(sheet).toMatchObject(wanted);
});

it('says why a sheet was refused, and that one has too many QR codes', async () => {
  api.on(printSheetCall, refusal(404, 'QR code not found.'));
  await open();
  await box(/^Winter/).click();
  await button('Download PDF').click();
  await seeText('QR code not found.');
  // One more than a sheet has: Winter is chosen, too.
  const many = Array.from({ length: MAX_ON_SHEET }, (_, n) => labelOf({ id: idOf(1_000 + n), name: 'Other' }));
  api.on(calls.siteLabels, many);
  await box(/^All /).click();
  await see({ texts: ['A print sheet has at most 5,000 QR codes. Choose fewer, for example by a search.'] });
  await expect.element(button('Download PDF')).toBeDisabled();
});

it('asks for a new login when the session has ended, and then downloads the sheet', async () => {
  const saved = savedFiles();
  const ended = refusal(401, 'Please sign in first.', 'NOT_SIGNED_IN');
  api.on(calls.siteLabels, ended);
  api.on(printSheetCall, ended);
  await open();
  await box(/^All /).click();
  const logIn = async () => {
    await dialog().getByLabelText('Password').fill('correct horse');
    await press('Log in');
    await seeNoDialog();
  };
  api.on(calls.login, () => {
    api.on(calls.siteLabels, [QR, OTHER].map(labelOf));
    return userOf('site_owner');
  });
  await logIn();
  await see({ texts: ['All (2 of 2 chosen)'] });
  await button('Download PDF').click();
  api.on(calls.login, () => {
    api.on(printSheetCall, 'the file');
    return userOf('site_owner');
  });
  await logIn();
  await expect.poll(() => saved.length).toBe(1);
});
