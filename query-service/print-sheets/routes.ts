import { Readable } from 'node:stream';
import { labelsPerPage, type PrintSheetBody, printSheetCall } from '@perktree/contracts/http/print-sheets';
import { QR_FILE_TYPES } from '@perktree/contracts/http/qr-designs';
import { Refused } from '@perktree/contracts/refusals';
import { languageOf } from '@perktree/platform/http/list-file';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { limitByKey } from '@perktree/platform/limit-by-key';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from '../deps.ts';
import { type ListScope, rowsOf } from '../listing/listing.ts';
import { labelOf } from '../qrs/links.ts';
import { type LabelRow, OWN_CONDITION, OWN_LABELS, SITE_LABELS } from '../qrs/listing.ts';
import { readableSite } from '../scope.ts';
import { shownBrands } from '../shown-brands.ts';
import { printSheetNames } from './file-names.ts';
import { pagesOf } from './labels.ts';

/** Pages are drawn after the answer has begun, where the limit on a caller's requests no longer holds: one at a time for a user. */
const inTurn = limitByKey(1);

/** Print sheets of the QRs that the caller may read. */
export function mountPrintSheets(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, pictures, publicUrl, productName = 'PerkTree', clock } = deps;

  mountCall(app, authenticate, printSheetCall, async ({ body, session, request, reply }) => {
    const at = clock();
    const rows = await chosenRows(pool, body, session, at);
    const brands = await shownBrands(
      pool,
      rows.map((row) => row.site_id),
    );
    const qrs = rows.map((row) => ({
      ...labelOf(row, publicUrl, brands.get(row.site_id)),
      tenantId: row.tenant_id,
    }));
    const language = languageOf(request);
    const names = printSheetNames({ rows, at, language, ...body });
    // Its fonts and library take longer to load than the rest of a service: they are loaded with the first sheet.
    const [{ measure, pdfOf }, { svgFileOf }] = await Promise.all([import('./sheet-pdf.ts'), import('./sheet-svg.ts')]);
    const pages = pagesOf(qrs, {
      ...{ ...body, language, productName, measure },
      pictureOf: remembered((tenantId, hash) => pictures.pngOf(tenantId, hash)),
    });
    const isZip = body.format === 'svg' && qrs.length > labelsPerPage(body.size);
    const file = names.file(isZip ? 'zip' : body.format);
    reply.header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file)}`);
    reply.header('Vary', 'Accept-Language');
    const about = { title: names.title, language, at, producer: productName };
    const pieces = body.format === 'pdf' ? pdfOf(pages, about) : svgFileOf(pages, isZip ? names.page : null);
    return {
      stream: Readable.from(inTurns(session.userId, pieces)),
      contentType: isZip ? 'application/zip' : QR_FILE_TYPES[body.format],
    };
  });
}

/** @throws Refused QR_NOT_FOUND if the caller may not read one of them */
async function chosenRows(
  pool: Pool,
  { siteId, ids }: PrintSheetBody,
  session: Session,
  at: Date,
): Promise<readonly LabelRow[]> {
  const scope: ListScope =
    siteId === null
      ? { condition: OWN_CONDITION, value: session.userId }
      : { condition: 'q.site_id = $1::uuid', value: (await readableSite(pool, session, siteId)).site_id };
  const listing = siteId === null ? OWN_LABELS : SITE_LABELS;
  const wanted = { scope, words: [], ids, show: undefined, sort: undefined, now: at.toISOString() };
  const found = await rowsOf(pool, listing, wanted, { limit: ids.length, after: null });
  const byId = new Map(found.map((row) => [row.qr_id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (row === undefined) throw new Refused('QR_NOT_FOUND');
    return row;
  });
}

function remembered(read: (tenantId: string, hash: string) => Promise<Buffer | null>): typeof read {
  const known = new Map<string, Promise<Buffer | null>>();
  return (tenantId, hash) => {
    const key = `${tenantId} ${hash}`;
    const png = known.get(key) ?? read(tenantId, hash);
    known.set(key, png);
    return png;
  };
}

async function* inTurns<Piece>(userId: string, pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
  try {
    for (;;) {
      const { done, value } = await inTurn(userId, () => pieces.next());
      if (done) return;
      yield value;
    }
  } finally {
    await pieces.return(undefined);
  }
}
