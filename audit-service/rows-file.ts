import { Readable } from 'node:stream';
import { XLSX_TYPE } from '@perktree/contracts/kernel/call';
import { BYTE_ORDER_MARK, type CsvColumn, csvOf } from '@perktree/contracts/kernel/csv';
import { type ColumnWords, inLanguage } from '@perktree/contracts/kernel/csv-columns';
import type { Language } from '@perktree/contracts/kernel/languages';
import { type PaperHead, paperBefore } from '@perktree/contracts/kernel/working-paper';
import { csvFormatOf, languageOf, listFileOf, nameFile, wantsPaper } from '@perktree/platform/http/list-file';
import type { StreamResult } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { xlsxOf } from '@perktree/platform/http/xlsx';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditServiceDeps } from './deps.ts';

interface ListedRows<Row> extends Pick<PaperHead, 'sites' | 'timeZone' | 'currencies' | 'position'> {
  readonly columns: (language: Language) => readonly CsvColumn<Row>[];
  readonly title: ColumnWords;
  /** What the rows are selected by: a value that is left out selects none. */
  readonly filter: readonly (readonly [name: ColumnWords, value: string | ColumnWords | undefined])[];
  readonly result: ColumnWords;
}

/** Answers rows as .xlsx, or as CSV with the head of a working paper where the request asks for it: docs/reference/working-papers.md. */
export async function rowsFile<Row>(
  { accounts, clock }: Pick<AuditServiceDeps, 'accounts' | 'clock'>,
  { request, reply, session }: { request: FastifyRequest; reply: FastifyReply; session: Session },
  rows: readonly Row[],
  listed: ListedRows<Row>,
): Promise<StreamResult> {
  const [language, format, file] = [languageOf(request), csvFormatOf(request), listFileOf(request) ?? 'csv'];
  const say = inLanguage(language);
  const { columns: columnsIn, title, filter, result, ...scope } = listed;
  const columns = columnsIn(language);
  const isPaper = file === 'xlsx' || wantsPaper(request);
  const names = isPaper ? await accounts.displayNames([session.userId]) : null;
  const madeBy = { id: session.userId, name: names?.get(session.userId) ?? '' };
  const head: PaperHead = {
    ...scope,
    title: say(title),
    period: { from: null, to: null },
    filter: filter.flatMap(([name, value]) =>
      value ? [[say(name), typeof value === 'string' ? value : say(value)] as const] : [],
    ),
    result: [say(result)],
    madeAt: clock().toISOString(),
    madeBy,
  };
  if (isPaper) nameFile(reply, head, language, file);
  if (file === 'xlsx') return { stream: xlsxOf(columns, [rows]), contentType: XLSX_TYPE };
  const table = csvOf(columns, rows, format);
  const text = isPaper ? paperBefore(head, language, format) + table.slice(BYTE_ORDER_MARK.length) : table;
  return { stream: Readable.from([text]), contentType: 'text/csv; charset=utf-8' };
}
