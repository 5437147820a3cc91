import type { CsvLanguage } from '@perktree/contracts/kernel/csv-columns';
import { fileName } from '@perktree/contracts/kernel/file-name';
import { dayIn } from '@perktree/contracts/kernel/time-zone';
import { designVersion, type QrDesign } from '@perktree/contracts/qr/design';
import { BLEED_MM, labelsPerPage, type PrintSheetBody } from '@perktree/contracts/qr/print-sheet-calls';
import type { LabelRow } from '../listing.ts';

const WORDS = {
  en: { title: 'Print sheet', perPage: 'per page', page: 'page', bleed: 'bleed', links: 'QR links' },
  es: { title: 'Hoja para imprimir', perPage: 'por página', page: 'página', bleed: 'sangrado', links: 'enlaces QR' },
} as const;

interface Sheet extends Pick<PrintSheetBody, 'paper' | 'size' | 'hasMarks'> {
  readonly rows: readonly Pick<LabelRow, 'site_name' | 'site_time_zone' | 'design'>[];
  readonly at: Date;
  readonly language: CsvLanguage;
}

/** Names of a print sheet: the site if all QRs are of one, what, paper, labels, day, and the version of a design that all share. */
export function printSheetNames({ rows, paper, size, hasMarks = false, at, language }: Sheet) {
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
