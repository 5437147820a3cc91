import { Readable } from 'node:stream';
import { QR_FILE_TYPES, type QrFileFormat, qrDesignCalls, qrFileCalls } from '@perktree/contracts/http/qr-designs';
import { PLAIN_DESIGN } from '@perktree/contracts/qr-design';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../deps.ts';
import type { PositionFeed } from '../position-feed.ts';
import { customerLinkOf } from '../qrs/links.ts';
import { createReadableQr } from '../qrs/one-query.ts';
import { readableSite } from '../scope.ts';
import { designOf } from './design-of.ts';
import { makeQrFile } from './make-file.ts';

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

  for (const format of Object.keys(QR_FILE_TYPES) as QrFileFormat[]) {
    mountCall(app, authenticate, qrFileCalls[format], async ({ params, session, reply }) => {
      const qr = await readableQr(session, params);
      const { design, version } = await designOf(pool, qr.site_id, qr.root_qr_id);
      const picture = design?.logo?.picture;
      const file = await makeQrFile(format, {
        url: customerLinkOf(publicUrl, qr.customer_token),
        ...{ title: qr.name, at: clock() },
        design: design ?? PLAIN_DESIGN,
        logo: picture === undefined ? null : await pictures.pngOf(qr.tenant_id, picture),
      });
      const name = ['QR', qr.name.replace(/[^a-zA-Z0-9]/g, '-'), ...(version === null ? [] : [version])].join('-');
      reply.header('Content-Disposition', `attachment; filename="${name}.${format}"`);
      return { stream: Readable.from([file]), contentType: QR_FILE_TYPES[format] };
    });
  }
}
