import { Readable } from 'node:stream';
import { XLSX_TYPE } from '@perktree/contracts/kernel/common';
import { BYTE_ORDER_MARK, type CsvColumn, csvLine, csvOf } from '@perktree/contracts/kernel/csv';
import type { CsvLanguage } from '@perktree/contracts/kernel/csv-columns';
import { type PaperHead, paperHeadCsv } from '@perktree/contracts/kernel/working-paper';
import { csvFormatOf, languageOf, listFileOf, nameFile, wantsPaper } from '@perktree/platform/http/list-file';
import type { StreamResult } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { xlsxOf } from '@perktree/platform/http/xlsx';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditServiceDeps } from './deps.ts';

type Head = Omit<PaperHead, 'madeAt' | 'madeBy'>;

/** Answers rows as .xlsx, or as CSV with the head of a working paper where the request asks for it: docs/reference/working-papers.md. */
export async function rowsFile<Row>(
  { accounts, clock }: Pick<AuditServiceDeps, 'accounts' | 'clock'>,
  { request, reply, session }: { request: FastifyRequest; reply: FastifyReply; session: Session },
  rows: readonly Row[],
  of: {
    readonly columns: (language: CsvLanguage) => readonly CsvColumn<Row>[];
    readonly head: (say: (words: readonly [string, string]) => string) => Head;
  },
): Promise<StreamResult> {
  const [language, format, file] = [languageOf(request), csvFormatOf(request), listFileOf(request) ?? 'csv'];
  const say = ([en, es]: readonly [string, string]) => (language === 'es' ? es : en);
  const columns = of.columns(language);
  const isPaper = file === 'xlsx' || wantsPaper(request);
  const names = isPaper ? await accounts.displayNames([session.userId]) : null;
  const madeBy = { id: session.userId, name: names?.get(session.userId) ?? '' };
  const head: PaperHead = { ...of.head(say), madeAt: clock().toISOString(), madeBy };
  if (isPaper) nameFile(reply, head, language, file);
  if (file === 'xlsx') return { stream: xlsxOf(columns, [rows]), contentType: XLSX_TYPE };
  const table = csvOf(columns, rows, format);
  const title = csvLine([say(['Rows', 'Filas'])], format);
  const text = isPaper ? paperHeadCsv(head, language, format) + title + table.slice(BYTE_ORDER_MARK.length) : table;
  return { stream: Readable.from([text]), contentType: 'text/csv; charset=utf-8' };
}
