import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { dataUrlOf } from '@perktree/contracts/brand/pictures';
import { fileName } from '@perktree/contracts/kernel/file-name';
import { dayIn } from '@perktree/contracts/kernel/time-zone';
import { drawQr, type QrDrawing, svgOfDrawing } from '@perktree/contracts/qr/code/draw';
import { designVersion, errorCorrectionOf, PLAIN_DESIGN, type QrDesign } from '@perktree/contracts/qr/design';
import {
  QR_FILE_TYPES,
  type QrDesignAnswer,
  type QrFileFormat,
  qrDesignCalls,
  qrFileCalls,
} from '@perktree/contracts/qr/design-calls';
import { BLEED_MM } from '@perktree/contracts/qr/print-sheet-calls';
import { attachment } from '@perktree/platform/http/list-file';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { select } from '@perktree/platform/postgres/select';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { create } from 'qrcode';
import type { QueryServiceDeps } from '../engine/deps.ts';
import type { PositionFeed } from '../engine/position-feed.ts';
import { readableSite } from '../engine/scope.ts';
import { customerLinkOf } from './links.ts';
import { createReadableQr } from './one-query.ts';
import { AROUND, bleedOf, cutMarks, drawMarks } from './print-sheets/cut-marks.ts';

/** Width of an image: 10 cm in print at 300 dots per inch. */
const PIXELS = 1200;
/** Width of a PDF page: 10 cm in points. */
const POINTS = 283.46;
/** Of each format, in the names of files. An SVG has none. */
const SIZES = { svg: null, png: '1200 px', pdf: '10 cm' } as const;

interface QrFile {
  readonly url: string;
  readonly title: string;
  readonly design: QrDesign;
  /** The PNG of the logo; null: its place stays free. */
  readonly logo: Buffer | null;
  readonly at: Date;
  /** A bleed and cut marks around the page of a PDF. */
  readonly hasMarks: boolean;
}

async function makeQrFile(format: QrFileFormat, file: QrFile): Promise<Buffer> {
  const { url, design, logo } = file;
  const { modules } = create(url, { errorCorrectionLevel: errorCorrectionOf(design) });
  const drawing = drawQr(modules, design);
  if (format === 'pdf') return pdfOf(drawing, file);
  const svg = Buffer.from(svgOfDrawing(drawing, logo && dataUrlOf(logo), PIXELS));
  if (format === 'svg') return svg;
  // Loaded at first use: most processes draw no picture.
  const { default: sharp } = await import('sharp');
  return sharp(svg).png({ compressionLevel: 9 }).toBuffer();
}

/** One page as large as the code, which is drawn as vectors. */
async function pdfOf(drawing: QrDrawing, { title, design, logo, at, hasMarks }: QrFile): Promise<Buffer> {
  const { openPdf, drawCode } = await import('@perktree/platform/pdf/pdf');
  const pdf = openPdf({ title, language: 'en', at, producer: '' });
  const module = POINTS / drawing.width;
  const height = drawing.height * module;
  const around = hasMarks ? AROUND : 0;
  const size: [number, number] = [POINTS + 2 * around, height + 2 * around];
  pdf.addPage({ size, margin: 0 });
  if (hasMarks) {
    // The colour at the edge of the code continues to where it may be cut.
    pdf.rect(...bleedOf(...size)).fill(design.frameText === null ? design.background : design.foreground);
    drawMarks(pdf, cutMarks(POINTS, height, [], []));
  }
  drawCode(pdf, drawing, { x: around, y: around, module, logo: logo && pdf.openImage(logo) });
  pdf.end();
  return buffer(pdf);
}

/** The design of a campaign, else of its site. @param rootQrId null: only the site's */
async function designOf(pool: Pool, siteId: string, rootQrId: string | null): Promise<QrDesignAnswer> {
  const rows = await select<{ readonly subject_id: string; readonly design: string }>(
    pool,
    'SELECT subject_id, design FROM read_models.qr_designs WHERE subject_id IN ($1, $2) AND design IS NOT NULL',
    [siteId, rootQrId],
    'design-of-qr',
  );
  const row = rows.find(({ subject_id }) => subject_id === rootQrId) ?? rows[0];
  if (row === undefined) return { design: null, from: null, version: null };
  const design = JSON.parse(row.design) as QrDesign;
  return { design, from: row.subject_id === rootQrId ? 'campaign' : 'site', version: designVersion(design) };
}

/** Designs of QR codes, and codes in their design as files to print. */
export function mountQrDesigns(app: FastifyInstance, deps: QueryServiceDeps, feed: PositionFeed): void {
  const { pool, authenticate, pictures, publicUrl, clock } = deps;
  const readableQr = createReadableQr(pool, feed);

  mountCall(app, authenticate, qrDesignCalls.qrDesign, async ({ params, session }) => {
    const { site_id, root_qr_id } = await readableQr(session, params);
    return { answer: await designOf(pool, site_id, root_qr_id) };
  });

  mountCall(app, authenticate, qrDesignCalls.siteQrDesign, async ({ params, session }) => {
    const { site_id } = await readableSite(pool, session, params.siteId);
    return { answer: await designOf(pool, site_id, null) };
  });

  const fileOf =
    (format: QrFileFormat) =>
    async ({ params, session, reply }: QrCaller, hasMarks = false) => {
      const at = clock();
      const qr = await readableQr(session, params);
      const { design, version } = await designOf(pool, qr.site_id, qr.root_qr_id);
      const picture = design?.logo?.picture;
      const file = await makeQrFile(format, {
        url: customerLinkOf(publicUrl, qr.customer_token),
        title: qr.name,
        at,
        hasMarks,
        design: design ?? PLAIN_DESIGN,
        logo: picture === undefined ? null : await pictures.pngOf(qr.tenant_id, picture),
      });
      const day = dayIn(qr.site_time_zone, at.getTime());
      const bleed = hasMarks ? `bleed ${BLEED_MM} mm` : null;
      const name = fileName([qr.site_name, 'QR', qr.name, SIZES[format], bleed, day, version], format);
      reply.header(...attachment(name));
      return { stream: Readable.from([file]), contentType: QR_FILE_TYPES[format] };
    };
  mountCall(app, authenticate, qrFileCalls.svg, fileOf('svg'));
  mountCall(app, authenticate, qrFileCalls.png, fileOf('png'));
  const pdf = fileOf('pdf');
  mountCall(app, authenticate, qrFileCalls.pdf, (caller) => pdf(caller, caller.query.marks !== undefined));
}

interface QrCaller {
  readonly params: { readonly siteId: string; readonly qrId: string };
  readonly session: Session;
  readonly reply: FastifyReply;
}
