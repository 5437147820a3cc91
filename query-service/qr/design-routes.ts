import { Readable } from 'node:stream';
import { dayIn } from '@perktree/contracts/kernel/time-zone';
import { PLAIN_DESIGN } from '@perktree/contracts/qr/design';
import { QR_FILE_TYPES, type QrFileFormat, qrDesignCalls, qrFileCalls } from '@perktree/contracts/qr/design-calls';
import { BLEED_MM } from '@perktree/contracts/qr/print-sheet-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import type { PositionFeed } from '../engine/position-feed.ts';
import { readableSite } from '../engine/scope.ts';
import { designOf } from './design-of.ts';
import { customerLinkOf } from './links.ts';
import { makeQrFile, SIZES } from './make-file.ts';
import { createReadableQr } from './one-query.ts';
import { fileNameOf } from './print-sheets/file-names.ts';

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
        ...{ title: qr.name, at, hasMarks },
        design: design ?? PLAIN_DESIGN,
        logo: picture === undefined ? null : await pictures.pngOf(qr.tenant_id, picture),
      });
      const day = dayIn(qr.site_time_zone, at.getTime());
      const bleed = hasMarks ? `bleed ${BLEED_MM} mm` : null;
      const name = fileNameOf([qr.site_name, 'QR', qr.name, SIZES[format], bleed, day, version], format);
      reply.header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
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
