import { XLSX_TYPE } from '@perktree/contracts/kernel/call';
import type { CsvFormat, ListFile } from '@perktree/contracts/kernel/csv';
import { fileName } from '@perktree/contracts/kernel/file-name';
import type { Language } from '@perktree/contracts/kernel/languages';
import { type PaperHead, paperName } from '@perktree/contracts/kernel/working-paper';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguage } from './accepted-language.ts';

/** The file that the client asks for instead of a page: `Accept: text/csv`, or the media type of .xlsx; null: a page. */
export function listFileOf(request: FastifyRequest): ListFile | null {
  const { accept = '' } = request.headers;
  if (/\btext\/csv\b/.test(accept)) return 'csv';
  return accept.includes(XLSX_TYPE) ? 'xlsx' : null;
}

/** The language of titles and states: the first of `Accept-Language` that the product has, else English. */
export function languageOf(request: FastifyRequest): Language {
  return acceptedLanguage(request) ?? 'en';
}

/** `Accept: text/csv;separator=semicolon` asks for semicolons and decimal commas; without it commas and points. */
export function csvFormatOf(request: FastifyRequest): CsvFormat {
  return /\btext\/csv\s*;[^,]*\bseparator="?semicolon\b/i.test(request.headers.accept ?? '') ? 'semicolon' : 'comma';
}

/** `Accept: text/csv;head=working-paper` asks for a file that states its scope: docs/reference/working-papers.md. */
export function wantsPaper(request: FastifyRequest): boolean {
  return /\btext\/csv\s*;[^,]*\bhead="?working-paper\b/i.test(request.headers.accept ?? '');
}

/** The header by which browsers save an answer under a name. */
export const attachment = (name: string) =>
  ['Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`] as const;

/** Names the answer by what it holds: its site, title, period and position. */
export function nameFile(reply: FastifyReply, head: PaperHead, language: Language, file: ListFile): void {
  reply.header(...attachment(fileName(paperName(head, language), file)));
}
