import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { csvOf } from '@perktree/contracts/kernel/csv';
import { fileName } from '@perktree/contracts/kernel/file-name';
import type { Language } from '@perktree/contracts/kernel/languages';
import { personName } from '@perktree/contracts/kernel/person-name';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { dayIn } from '@perktree/contracts/kernel/time-zone';
import { designVersion, type QrDesign } from '@perktree/contracts/qr/design';
import { QR_FILE_TYPES } from '@perktree/contracts/qr/design-calls';
import {
  BLEED_MM,
  type LabelSize,
  labelsPerPage,
  type PrintSheetBody,
  printSheetCall,
} from '@perktree/contracts/qr/print-sheet-calls';
import { fairLimit } from '@perktree/platform/fair-limit';
import { attachment, csvFormatOf, languageOf } from '@perktree/platform/http/list-file';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { shownBrands } from '../../brand/shown-brands.ts';
import type { QueryServiceDeps } from '../../engine/deps.ts';
import { type ListScope, rowsOf } from '../../engine/listing/listing.ts';
import { readableSite } from '../../engine/scope.ts';
import { labelsCsv } from '../csv.ts';
import { labelOf } from '../links.ts';
import { type LabelRow, OWN_CONDITION, OWN_LABELS, SITE_LABELS } from '../listing.ts';
import type { DrawSheet, SheetTask } from './draw-sheet.ts';
import { labelPicturesOf, type SheetQr } from './labels.ts';

const WORDS = {
  en: { title: 'Print sheet', perPage: 'per page', page: 'page', bleed: 'bleed', links: 'QR links' },
  es: { title: 'Hoja para imprimir', perPage: 'por página', page: 'página', bleed: 'sangrado', links: 'enlaces QR' },
} as const;

interface Sheet extends Pick<PrintSheetBody, 'paper' | 'size' | 'hasMarks'> {
  readonly rows: readonly Pick<LabelRow, 'site_name' | 'site_time_zone' | 'design'>[];
  readonly at: Date;
  readonly language: Language;
}

/** Names of a print sheet: the site if all QRs are of one, what, paper, labels, day, and the version of a design that all share. */
function printSheetNames({ rows, paper, size, hasMarks = false, at, language }: Sheet) {
  const { title, perPage, page, bleed, links } = WORDS[language];
  const only = <T>(values: readonly T[]) => (new Set(values).size === 1 ? (values[0] ?? null) : null);
  const design = only(rows.map((row) => row.design));
  const site = only(rows.map((row) => row.site_name));
  const day = dayIn(rows[0]?.site_time_zone ?? 'UTC', at.getTime());
  const parts = [
    site,
    title.toLowerCase(),
    paper,
    `${labelsPerPage(size)} ${perPage}`,
    hasMarks ? `${bleed} ${BLEED_MM} mm` : null,
    day,
    design === null ? null : designVersion(JSON.parse(design) as QrDesign),
  ];
  return {
    title,
    file: (extension: string) => fileName(parts, extension),
    csv: fileName([site, links, day], 'csv'),
    /** Of files of one page each. */
    pages: (count: number) => Array.from({ length: count }, (_, n) => fileName([...parts, `${page} ${n + 1}`], 'svg')),
  };
}

/** Most sheets that are drawn at once, that wait, and of a user. A slow reader of one keeps its place, one that stalls is cut off. */
const DRAWING = { atOnce: 4, waiting: 16, ofKey: 4 };
const RETRY_SECONDS = 10;
/** A connection that takes nothing of a sheet for so long is closed. One that is alive takes a piece of 16 kB sooner. */
const STALL_MS = 60_000;
const inTurn = fairLimit(DRAWING);

/** Print sheets of the QRs that the caller may read. */
export function mountPrintSheets(
  app: FastifyInstance,
  deps: QueryServiceDeps & { readonly drawSheet: DrawSheet },
): void {
  const { pool, authenticate, publicUrl, productName = 'PerkTree', clock, drawSheet } = deps;

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
    const send = (name: string, stream: Readable, contentType: string) => {
      reply.header(...attachment(name));
      return { stream, contentType };
    };
    if (body.format === 'csv') {
      const columns = labelsCsv(publicUrl)(language);
      const items = qrs.map((qr, n) => ({ ...chosen[n], ...qr }));
      return send(names.csv, Readable.from([csvOf(columns, items, csvFormatOf(request))]), 'text/csv; charset=utf-8');
    }
    const pages = Math.ceil(qrs.length / labelsPerPage(body.size));
    const isZip = body.format === 'svg' && pages > 1;
    const { paper, size, lines, hasMarks } = body;
    const stream = await startInTurn(session.userId, drawSheet, {
      qrs,
      paper,
      size,
      lines,
      hasMarks,
      language,
      productName,
      pictures: await picturesFor(qrs, size, deps),
      about: body.format === 'pdf' ? { title: names.title, language, at, producer: productName } : null,
      pageNames: isZip ? names.pages(pages) : null,
    });
    const { socket } = reply.raw;
    if (socket instanceof Socket) socket.setTimeout(STALL_MS);
    return send(
      names.file(isZip ? 'zip' : body.format),
      stream,
      isZip ? 'application/zip' : QR_FILE_TYPES[body.format],
    );
  });
}

/** Reads rows by ids; undefined: the caller may not read it. */
type ReadRows = (ids: readonly string[]) => Promise<readonly (LabelRow | undefined)[]>;

async function readableRows(pool: Pool, siteId: string | null, session: Session, at: Date): Promise<ReadRows> {
  const scope: ListScope =
    siteId === null
      ? { condition: OWN_CONDITION, value: session.userId }
      : { condition: 'q.site_id = :scope::uuid', value: (await readableSite(pool, session, siteId)).site_id };
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
  readonly language: Language;
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

async function picturesFor(qrs: readonly SheetQr[], size: LabelSize, { pictures }: QueryServiceDeps) {
  const tenants = new Map(
    qrs.flatMap((qr) => Object.values(labelPicturesOf(qr, size)).map((hash) => [hash, qr.tenantId] as const)),
  );
  const found = new Map<string, Buffer>();
  for (const [hash, tenantId] of tenants) {
    const png = hash === undefined ? null : await pictures.pngOf(tenantId, hash);
    if (hash !== undefined && png !== null) found.set(hash, png);
  }
  return found;
}

/** Starts to draw when a place is free, which the drawing keeps to its end. @throws Refused TOO_MUCH_AT_ONCE */
const startInTurn = (userId: string, drawSheet: DrawSheet, task: SheetTask) =>
  new Promise<Readable>((resolve, reject) => {
    const draw = async () => {
      const stream = drawSheet(task);
      resolve(stream);
      // A client that is gone, or a drawing that fails, gives the place back, too.
      await finished(stream).catch(() => {});
    };
    inTurn(userId, draw, () => new Refused('TOO_MUCH_AT_ONCE', { seconds: RETRY_SECONDS })).catch(reject);
  });
