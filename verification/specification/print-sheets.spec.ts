import { PassThrough, Readable } from 'node:stream';
import { PDFDocument } from '@cantoo/pdf-lib';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import type { PrintSheetBody } from '@perktree/contracts/qr/print-sheet-calls';
import { pdfTexts, svgOfPage } from '@perktree/platform/pdf/testing/pdf-text';
import { drawSheet } from '@perktree/query-service/qr/print-sheets/draw-sheet';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { decodePng } from '../e2e/support/read-qr.ts';

const NAMES = ['Łukasz & Şahin', 'Κώστας', 'Иван'];
/** Sheets that are drawn but do not end; null: sheets are drawn as usual. */
let held: PassThrough[] | null = null;
const composed = await useComposedApp({
  publicUrl: 'https://perktree.example',
  drawSheet: (task) => {
    const sheet = held === null ? Readable.from(drawSheet(task)) : new PassThrough();
    if (sheet instanceof PassThrough) held?.push(sheet);
    return sheet;
  },
});
const shop = await openBusiness(composed.app, 'printed', 'pro');
const signedOut = new Visitor(composed.app, 'signed-out');
const qrs: Awaited<ReturnType<typeof shop.make>>[] = [];
for (const name of NAMES) qrs.push(await shop.make({ name }));

const printed = (client: Visitor, given: Partial<PrintSheetBody> = {}, language = 'en') =>
  composed.app.inject({
    ...{ method: 'POST', url: '/api/print-sheets', cookies: Object.fromEntries(client.cookies) },
    headers: { 'accept-language': language },
    payload: {
      ...{ siteId: shop.siteId, ids: qrs.map(({ id }) => id) },
      ...({ paper: 'A4', size: 'small', format: 'pdf' } as const),
      ...given,
    },
  });

it('a PDF has the codes in the order asked for, and names in any script as text', async () => {
  const answer = await printed(shop.owner, { size: 'large' });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  const read: string[] = [];
  for (const page of (await PDFDocument.load(answer.rawPayload)).getPages()) {
    const picture = sharp(Buffer.from(svgOfPage(page)), { density: 100 });
    read.push(decodePng(await picture.png().toBuffer()));
  }
  expect(read).toEqual(qrs.map(({ customerToken }) => `https://perktree.example/scan/customer/${customerToken}`));
  expect((await pdfTexts(answer.rawPayload)).map(([name]) => name)).toEqual(NAMES);
});

it('the name of the file says site, what, paper, labels and day, in the language of the request', async () => {
  const name = async (given: Partial<PrintSheetBody>, language?: string) =>
    decodeURIComponent(String((await printed(shop.owner, given, language)).headers['content-disposition']));
  const site = 'Cafe-printed';
  expect(await name({})).toMatch(new RegExp(`''${site}_print-sheet_A4_12-per-page_\\d{4}-\\d\\d-\\d\\d\\.pdf$`));
  // Several pages of SVG are a ZIP.
  const large = await printed(shop.owner, { size: 'large', format: 'svg' });
  expect(large.headers['content-type']).toBe('application/zip');
  expect(large.rawPayload.toString('latin1').match(/page-\d\.svg/g)?.length).toBeGreaterThanOrEqual(3);
  expect(await name({ paper: 'Letter', size: 'medium', format: 'svg' }, 'es')).toMatch(
    new RegExp(`''${site}_hoja-para-imprimir_Letter_4-por-pagina_\\d{4}-\\d\\d-\\d\\d\\.svg$`),
  );
});

it('labels show distributor, tree and address by choice; a distributor sees its own name alone', async () => {
  const { qrs: below } = await shop.owner.must('POST', `${shop.site}/qrs/${shop.qrId}/split`, {
    splits: [{ name: 'Below', commissionPercent: '1.00' }],
  });
  // Large enough for any code of an address.
  const size = 'medium';
  const given = { size, ids: [shop.qrId, below[0].id], lines: ['distributor', 'tree', 'address'] } as const;
  const shown = async (client: Visitor, more: object) => {
    const { rawPayload } = await printed(client, { ...given, ids: [...given.ids], lines: [...given.lines], ...more });
    return (await pdfTexts(rawPayload)).flat().map((text) => text.replaceAll('\u00a0', ' '));
  };
  const address = `perktree.example/scan/customer/${shop.customerToken}`;
  const owned = await shown(shop.owner, {});
  expect(owned).toContain(address);
  expect(owned.filter((text) => /^Claimed · ./.test(text))).toHaveLength(1);
  expect(owned).toContain('Claimed');
  expect(await shown(shop.distributor, { siteId: null })).toEqual(owned);
});

it('a CSV has the links of customers and distributors', async () => {
  const { headers, payload } = await printed(shop.owner, { ids: [shop.qrId], format: 'csv' });
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(String(headers['content-disposition'])).toMatch(/Cafe-printed_QR-links_\d{4}-\d\d-\d\d\.csv$/);
  const [titles, row] = payload.replace('\ufeff', '').split('\r\n');
  expect(titles).toBe('QR,Name,Benefit,Customer link,Distributor link');
  const scan = 'https://perktree.example/scan';
  const links = [`${scan}/customer/${shop.customerToken}`, `${scan}/distributor/${shop.distributorToken}`];
  expect(row).toBe([shop.qrId, 'Claimed', '20% Discount', ...links].join());
});

it('one sheet of a user is drawn at once, three wait, the fifth is refused, and others are answered', async () => {
  const other = await openBusiness(composed.app, 'other-1', 'pro');
  const status = (client: Visitor, given: Partial<PrintSheetBody> = {}) =>
    printed(client, given).then(({ statusCode }) => statusCode);
  held = [];
  const own = [1, 2, 3, 4, 5].map(() => status(shop.owner));
  const foreign = status(other.owner, { siteId: other.siteId, ids: [other.qrId] });
  await expect.poll(() => held).toHaveLength(2);
  expect(await Promise.race(own)).toBe(429);
  expect(await shop.owner.must('GET', '/api/me/sites')).toHaveLength(1);
  const drawn = held;
  held = null;
  for (const sheet of drawn) sheet.end();
  expect((await Promise.all([...own, foreign])).sort()).toEqual([200, 200, 200, 200, 200, 429]);
  expect(drawn).toHaveLength(2);
});

it('is refused to callers who may not read the site or one of the QRs', async () => {
  const other = await openBusiness(composed.app, 'other-2', 'pro');
  const refused = async (client: Visitor, given?: Partial<PrintSheetBody>) => {
    const answer = await printed(client, given);
    return [answer.statusCode, answer.json().code];
  };
  expect(await refused(signedOut)).toEqual([401, 'NOT_SIGNED_IN']);
  expect(await refused(shop.customer)).toEqual([403, 'NOT_ALLOWED']);
  expect(await refused(other.owner)).toEqual([404, 'SITE_NOT_FOUND']);
  expect(await refused(shop.distributor)).toEqual([404, 'SITE_NOT_FOUND']);
  expect(await refused(shop.distributor, { siteId: null })).toEqual([404, 'QR_NOT_FOUND']);
  expect(await refused(shop.owner, { ids: [other.qrId] })).toEqual([404, 'QR_NOT_FOUND']);
  const own = await printed(shop.distributor, { siteId: null, ids: [shop.qrId] });
  expect([own.statusCode, (await pdfTexts(own.rawPayload))[0]?.[0]]).toEqual([200, 'Claimed']);
});
