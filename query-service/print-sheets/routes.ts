import { Readable } from 'node:stream';
import { csvOf } from '@perktree/contracts/csv';
import type { CsvLanguage } from '@perktree/contracts/csv-columns';
import { labelsPerPage, type PrintSheetBody, printSheetCall } from '@perktree/contracts/http/print-sheets';
import { QR_FILE_TYPES } from '@perktree/contracts/http/qr-designs';
import { personName } from '@perktree/contracts/person-name';
import { Refused } from '@perktree/contracts/refusals';
import { csvFormatOf, languageOf } from '@perktree/platform/http/list-file';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { limitByKey } from '@perktree/platform/limit-by-key';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from '../deps.ts';
import { type ListScope, rowsOf } from '../listing/listing.ts';
import { labelsCsv } from '../qrs/csv.ts';
import { labelOf } from '../qrs/links.ts';
import { type LabelRow, OWN_CONDITION, OWN_LABELS, SITE_LABELS } from '../qrs/listing.ts';
import { readableSite } from '../scope.ts';
import { shownBrands } from '../shown-brands.ts';
import { printSheetNames } from './file-names.ts';
import { pagesOf, type SheetQr } from './labels.ts';

/** Pages are drawn after the answer has begun, where the limit on a caller's requests no longer holds: one at a time for a user. */
const inTurn = limitByKey(1);

/** Print sheets of the QRs that the caller may read. */
export function mountPrintSheets(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, pictures, publicUrl, productName = 'PerkTree', clock } = deps;

  mountCall(app, authenticate, printSheetCall, async ({ body, session, request, reply }) => {
    const at = clock();
    const language = languageOf(request);
    const readable = await readableRows(pool, body.siteId, session, at);
    const rows = await readable(body.ids);
    if (rows.includes(undefined)) throw new Refused('QR_NOT_FOUND');
    const chosen = rows as readonly LabelRow[];
    const names = printSheetNames({ rows: chosen, at, language, ...body });
    const qrs = await labelsOf(deps, chosen, { body, session, language, readable });
    reply.header('Vary', 'Accept, Accept-Language');
    const send = (name: string, pieces: AsyncGenerator<Uint8Array> | readonly string[], contentType: string) => {
      reply.header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
      return { stream: Readable.from(pieces), contentType };
    };
    if (body.format === 'csv') {
      const columns = labelsCsv(publicUrl)(language);
      const items = qrs.map((qr, n) => ({ ...chosen[n], ...qr }));
      return send(names.csv, [csvOf(columns, items, csvFormatOf(request))], 'text/csv; charset=utf-8');
    }
    // Its fonts and library take longer to load than the rest of a service: they are loaded with the first sheet.
    const [{ measure, pdfOf }, { svgFileOf }] = await Promise.all([import('./sheet-pdf.ts'), import('./sheet-svg.ts')]);
    const pages = pagesOf(qrs, {
      ...{ ...body, language, productName, measure },
      pictureOf: remembered((tenantId, hash) => pictures.pngOf(tenantId, hash)),
    });
    if (body.format === 'pdf') {
      const about = { title: names.title, language, at, producer: productName };
      return send(names.file('pdf'), inTurns(session.userId, pdfOf(pages, about)), QR_FILE_TYPES.pdf);
    }
    const isZip = qrs.length > labelsPerPage(body.size);
    const pieces = inTurns(session.userId, svgFileOf(pages, isZip ? names.page : null));
    return isZip
      ? send(names.file('zip'), pieces, 'application/zip')
      : send(names.file('svg'), pieces, QR_FILE_TYPES.svg);
  });
}

/** Reads rows by ids; undefined: the caller may not read it. */
type ReadRows = (ids: readonly string[]) => Promise<readonly (LabelRow | undefined)[]>;

async function readableRows(pool: Pool, siteId: string | null, session: Session, at: Date): Promise<ReadRows> {
  const scope: ListScope =
    siteId === null
      ? { condition: OWN_CONDITION, value: session.userId }
      : { condition: 'q.site_id = $1::uuid', value: (await readableSite(pool, session, siteId)).site_id };
  const listing = siteId === null ? OWN_LABELS : SITE_LABELS;
  return async (ids) => {
    const wanted = { scope, words: [], ids, show: undefined, sort: undefined, now: at.toISOString() };
    const found = await rowsOf(pool, listing, wanted, { limit: ids.length, after: null });
    const byId = new Map(found.map((row) => [row.qr_id, row]));
    return ids.map((id) => byId.get(id));
  };
}

interface Asked {
  readonly body: PrintSheetBody;
  readonly session: Session;
  readonly language: CsvLanguage;
  readonly readable: ReadRows;
}

/** Distributors see their own name, and the names of trees whose root they may read. */
async function labelsOf(
  { pool, accounts, publicUrl }: QueryServiceDeps,
  rows: readonly LabelRow[],
  { body: { siteId, lines = [] }, session, language, readable }: Asked,
): Promise<readonly SheetQr[]> {
  const distinct = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const owners = rows.map(({ owner_id }) => (siteId === null && owner_id !== session.userId ? null : owner_id));
  const [brands, names, roots] = await Promise.all([
    shownBrands(pool, distinct(rows.map((row) => row.site_id))),
    lines.includes('distributor') ? accounts.displayNames(distinct(owners)) : new Map<string, string>(),
    lines.includes('tree') ? readable(distinct(rows.map((row) => row.root_qr_id))) : [],
  ]);
  const trees = new Map(roots.flatMap((root) => (root === undefined ? [] : [[root.qr_id, root.name]])));
  return rows.map((row, n) => {
    const name = names.get(owners[n] ?? '');
    return {
      ...labelOf(row, publicUrl, brands.get(row.site_id)),
      tenantId: row.tenant_id,
      distributor: name === undefined ? null : personName(name, language),
      tree: trees.get(row.root_qr_id) ?? null,
    };
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
