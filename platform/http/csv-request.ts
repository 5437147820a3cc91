import type { CsvFormat } from '@perktree/contracts/csv';
import type { CsvLanguage } from '@perktree/contracts/csv-columns';
import type { FastifyRequest } from 'fastify';

/** Whether the client asks for the list as CSV: `Accept: text/csv`. */
export function wantsCsv(request: FastifyRequest): boolean {
  return /\btext\/csv\b/.test(request.headers.accept ?? '');
}

/** The language of titles and states: the first of `Accept-Language` that the product has, else English. */
export function languageOf(request: FastifyRequest): CsvLanguage {
  const accepted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return accepted.find((tag): tag is CsvLanguage => tag === 'en' || tag === 'es') ?? 'en';
}

/** `Accept: text/csv;separator=semicolon` asks for semicolons and decimal commas; without it commas and points. */
export function csvFormatOf(request: FastifyRequest): CsvFormat {
  return /\btext\/csv\s*;[^,]*\bseparator="?semicolon\b/i.test(request.headers.accept ?? '') ? 'semicolon' : 'comma';
}

/** `Accept: text/csv;head=working-paper` asks for a file that states its scope: docs/reference/working-papers.md. */
export function wantsPaper(request: FastifyRequest): boolean {
  return /\btext\/csv\s*;[^,]*\bhead="?working-paper\b/i.test(request.headers.accept ?? '');
}
