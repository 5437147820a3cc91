import { PDFDocument } from '@cantoo/pdf-lib';
import { readDrawing } from '@perktree/apps/design-check/read-drawing';
import { openBusiness, subscribe } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { designVersion, PLAIN_DESIGN, type QrDesign } from '@perktree/contracts/qr/design';
import { svgOfPage } from '@perktree/platform/pdf/testing/pdf-text';
import { systemTimers } from '@perktree/platform/time/timers';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { decodePng } from '../e2e/support/read-qr.ts';

/** Whether decoders read a design before it is saved. */
let decodes = false;

const composed = await useComposedApp({
  publicUrl: 'https://perktree.example',
  readDrawing: async (drawing) => (decodes ? readDrawing(drawing) : []),
});
const shop = await openBusiness(composed.app, 'designed', 'ultra');
const design = `${shop.site}/qrs/${shop.qrId}/design`;

const blue: QrDesign = {
  ...PLAIN_DESIGN,
  foreground: '#1a4d8f',
  background: '#f5f0e0',
  modules: 'dots',
  frameText: 'Escanea',
};

async function upload(owner: Visitor, background: string): Promise<string> {
  const payload = await sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .png()
    .toBuffer();
  const headers = { 'content-type': 'image/png' };
  const cookies = Object.fromEntries(owner.cookies);
  const response = await composed.app.inject({ method: 'POST', url: '/api/pictures', payload, headers, cookies });
  return response.json().hash;
}

const download = (client: Visitor, path: string) =>
  composed.app.inject({ url: `${shop.site}/qrs/${path}`, cookies: Object.fromEntries(client.cookies) });

/** The only page of a PDF, at 144 dpi. */
async function pictureOfPdf(bytes: Buffer): Promise<Buffer> {
  const [page, ...others] = (await PDFDocument.load(bytes)).getPages();
  if (page === undefined || others.length > 0) throw new Error('not one page');
  return sharp(Buffer.from(svgOfPage(page)), { density: 144 })
    .png()
    .toBuffer();
}

const link = () => `https://perktree.example/scan/customer/${shop.customerToken}`;
/**
 * Reads a picture as the check of a design does (apps/design-check): in up to three scales, as a camera takes picture after
 * picture. Of 60 codes with dots and a logo, the decoder fails for one in any single scale.
 */
async function readPicture(picture: Buffer): Promise<string> {
  const { width } = await sharp(picture).metadata();
  const inScale = async (scale: number) => {
    const scaled = sharp(picture).resize(Math.round(width * scale));
    return decodePng(await scaled.flatten({ background: '#fff' }).png().toBuffer());
  };
  return inScale(1)
    .catch(() => inScale(1.1))
    .catch(() => inScale(0.9));
}

describe('a code without a design', () => {
  it('stays the specified PNG, and can be printed plain', async () => {
    expect(await shop.owner.must('GET', design)).toEqual({ design: null, from: null, version: null });
    const png = await download(shop.owner, `${shop.qrId}/qrcode.png`);
    expect(png.headers['content-disposition']).toMatch(
      /^attachment; filename\*=UTF-8''Cafe-designed_QR_Claimed_1200-px_\d{4}-\d\d-\d\d\.png$/,
    );
    expect(decodePng(png.rawPayload)).toBe(link());
  });

  it('is no file for customers, other owners and visitors', async () => {
    const { owner } = await openBusiness(composed.app, 'stranger');
    const statuses = [shop.customer, owner, new Visitor(composed.app, 'signed-out')].map(
      async (client) => (await download(client, `${shop.qrId}/qrcode.svg`)).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([403, 404, 401]);
  });
});

describe('the design of a campaign', () => {
  beforeAll(async () => {
    const specified = () => shop.owner.must('GET', `${shop.site}/qrs/${shop.qrId}/qrcode`);
    const before = await specified();
    const logo = { picture: await upload(shop.owner, '#c00'), percent: 20 };
    expect(await shop.owner.must('PUT', design, { design: { ...blue, logo } })).toEqual({
      ...{ design: { ...blue, logo }, from: 'campaign' },
      version: designVersion({ ...blue, logo }),
    });
    expect(await specified()).toEqual(before);
  });

  it('is on its downloads, whose names end in its version', async () => {
    const { version } = await shop.owner.must('GET', design);
    for (const [format, type] of Object.entries({ svg: 'image/svg+xml', png: 'image/png', pdf: 'application/pdf' })) {
      const file = await download(shop.owner, `${shop.qrId}/qrcode.${format}`);
      expect(file.statusCode).toBe(200);
      expect(file.headers['content-type']).toBe(type);
      expect(file.headers['content-disposition']).toMatch(
        new RegExp(`''Cafe-designed_QR_Claimed_.*\\d{4}-\\d\\d-\\d\\d_${version}\\.${format}$`),
      );
      expect(await readPicture(format === 'pdf' ? await pictureOfPdf(file.rawPayload) : file.rawPayload)).toBe(link());
    }
  });

  it('has a bleed in its colour and cut marks by choice', async () => {
    const file = await download(shop.owner, `${shop.qrId}/qrcode.pdf?marks=1`);
    expect(file.headers['content-disposition']).toMatch(/_QR_Claimed_10-cm_bleed-3-mm_/);
    const [page] = (await PDFDocument.load(file.rawPayload)).getPages();
    expect(page?.getTrimBox().width).toBeCloseTo(283.46, 1);
    const { data, info } = await sharp(await pictureOfPdf(file.rawPayload))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The frame's colour, 2 mm outside of where it is cut.
    const at = Math.round((6 / 25.4) * 144);
    expect([...data.subarray(3 * (at * info.width + at)).subarray(0, 3)]).toEqual([0x1a, 0x4d, 0x8f]);
    const wrong = await download(shop.owner, `${shop.qrId}/qrcode.svg?marks=1`);
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('is that of the QR codes below it, for their distributor, too', async () => {
    const { qrs } = await shop.owner.must('POST', `${shop.site}/qrs/${shop.qrId}/split`, {
      splits: [{ name: 'Below', commissionPercent: '1.00' }],
    });
    const below = `${shop.site}/qrs/${qrs[0].id}/design`;
    expect(await shop.owner.must('GET', below)).toMatchObject({ from: 'campaign', design: { frameText: 'Escanea' } });
    expect(await shop.distributor.must('GET', below)).toMatchObject({ from: 'campaign' });
    expect((await download(shop.distributor, `${qrs[0].id}/qrcode.svg`)).payload).toContain('#1a4d8f');
    const refused = await shop.owner.send('PUT', below, { design: blue });
    expect(refused).toMatchObject({ status: 400, body: { code: 'QR_NOT_A_ROOT' } });
  });
});

it('the design of a site is that of its campaigns without one of their own', async () => {
  const of = `${shop.site}/qr-design`;
  const other = await shop.make({ name: 'Other' });
  expect(await shop.owner.must('PUT', of, { design: blue })).toMatchObject({ design: blue, from: 'site' });
  const green = { ...blue, foreground: '#0a5c2b' };
  await shop.owner.must('PUT', design, { design: green });
  expect(await shop.owner.must('GET', design)).toMatchObject({ design: green, from: 'campaign' });
  expect(await shop.owner.must('GET', `${shop.site}/qrs/${other.id}/design`)).toMatchObject({
    ...{ design: blue, from: 'site' },
  });
  expect(await shop.owner.must('PUT', design, { design: null })).toMatchObject({ design: blue, from: 'site' });
  expect(await shop.owner.must('GET', of)).toMatchObject({ design: blue, from: 'site' });
});

describe('a design is refused', () => {
  const refused = async (wrong: object) => {
    const { status, body } = await shop.owner.send('PUT', design, { design: { ...PLAIN_DESIGN, ...wrong } });
    const issues = (body.issues ?? []).map(({ path, code }: Record<string, string>) => `${path} ${code}`);
    return [status, body.code, ...issues];
  };

  it('with each wrong field', async () => {
    const logo = { picture: 'none', percent: 5 };
    const fields = { foreground: 'red', background: '#fff', modules: 'stars', logo, frameText: 'Сканируй' };
    expect(await refused(fields)).toEqual([
      ...[400, 'VALIDATION_FAILED', 'design.foreground NOT_A_COLOUR', 'design.background NOT_A_COLOUR'],
      ...['design.modules NOT_A_CHOICE', 'design.logo.picture BAD_FORMAT', 'design.logo.percent TOO_SMALL'],
      'design.frameText NOT_LATIN',
    ]);
  });

  it('with a picture of another business, or none', async () => {
    const other = await openBusiness(composed.app, 'other', 'ultra');
    for (const picture of [await upload(other.owner, '#00f'), '0'.repeat(64)]) {
      expect(await refused({ logo: { picture, percent: 20 } })).toContain('design.logo.picture NOT_YOUR_PICTURE');
    }
  });

  it('if decoders cannot read it, naming a decoder, the size and the paper', async () => {
    decodes = true;
    onTestFinished(() => {
      decodes = false;
    });
    const logo = { picture: await upload(shop.owner, '#0a0'), percent: 50 };
    const { status, body } = await shop.owner.send('PUT', design, { design: { ...PLAIN_DESIGN, logo } });
    expect([status, body.code]).toEqual([400, 'DESIGN_UNREADABLE']);
    expect(body.message).toContain('jsQR fails on a sharp, small code on light paper');
    expect((await shop.owner.must('GET', design)).from).not.toBe('campaign');
  });

  it('on a plan without white label, with its name', async () => {
    const free = await openBusiness(composed.app, 'free');
    const answer = await free.owner.send('PUT', `${free.site}/qr-design`, { design: blue });
    expect(answer).toMatchObject({ status: 402, body: { code: 'PLAN_LIMIT_REACHED' } });
    expect(answer.body.message).toContain('The Free plan allows plain QR codes');
    await subscribe(free.owner, 'pro');
    expect((await free.owner.send('PUT', `${free.site}/qr-design`, { design: blue })).status).toBe(402);
    await subscribe(free.owner, 'ultra');
    expect((await free.owner.send('PUT', `${free.site}/qr-design`, { design: blue })).status).toBe(200);
  });
});

it('is saved although its check takes longer than a command may wait', async () => {
  const logo = { picture: await upload(shop.owner, '#0a0'), percent: 20 };
  const { now } = systemTimers;
  let late = 0;
  const time = vi.spyOn(systemTimers, 'now').mockImplementation(() => now() + late);
  const query = composed.pool.query.bind(composed.pool) as (...words: unknown[]) => unknown;
  // The picture is loaded for the check.
  const asked = vi.spyOn(composed.pool, 'query').mockImplementation(((...words: unknown[]) => {
    if (JSON.stringify(words).includes(logo.picture)) late = 31_000;
    return query(...words);
  }) as never);
  const { status } = await shop.owner.send('PUT', design, { design: { ...blue, logo } });
  time.mockRestore();
  asked.mockRestore();
  expect([status, late]).toEqual([200, 31_000]);
});
