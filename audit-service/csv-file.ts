import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, type CsvColumn, csvLine, csvOf } from '@perktree/contracts/csv';
import type { CsvLanguage } from '@perktree/contracts/csv-columns';
import { type PaperHead, paperHeadCsv, paperName } from '@perktree/contracts/working-paper';
import { csvFormatOf, languageOf, wantsPaper } from '@perktree/platform/http/csv-request';
import type { StreamResult } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditServiceDeps } from './deps.ts';

type Head = Omit<PaperHead, 'madeAt' | 'madeBy'>;

/** Answers rows as CSV, with the head of a working paper where the request asks for it: docs/reference/working-papers.md. */
export async function csvFile<Row>(
  { accounts, clock }: Pick<AuditServiceDeps, 'accounts' | 'clock'>,
  { request, reply, session }: { request: FastifyRequest; reply: FastifyReply; session: Session },
  rows: readonly Row[],
  of: {
    readonly columns: (language: CsvLanguage) => readonly CsvColumn<Row>[];
    readonly head: (say: (words: readonly [string, string]) => string) => Head;
  },
): Promise<StreamResult> {
  const [language, format] = [languageOf(request), csvFormatOf(request)];
  const say = ([en, es]: readonly [string, string]) => (language === 'es' ? es : en);
  const table = csvOf(of.columns(language), rows, format);
  const contentType = 'text/csv; charset=utf-8';
  if (!wantsPaper(request)) return { stream: Readable.from([table]), contentType };
  const names = await accounts.displayNames([session.userId]);
  const madeBy = { id: session.userId, name: names.get(session.userId) ?? '' };
  const head: PaperHead = { ...of.head(say), madeAt: clock().toISOString(), madeBy };
  const file = encodeURIComponent(`${paperName(head, language).join('-')}.csv`);
  reply.header('Content-Disposition', `attachment; filename*=UTF-8''${file}`);
  const title = csvLine([say(['Rows', 'Filas'])], format);
  const text = paperHeadCsv(head, language, format) + title + table.slice(BYTE_ORDER_MARK.length);
  return { stream: Readable.from([text]), contentType };
}
