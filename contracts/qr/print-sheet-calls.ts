import { z } from 'zod';
import { callsOf, OWNER_DISTRIBUTOR_OR_SUPERADMIN } from '../kernel/call.ts';
import type { Currency } from '../kernel/money.ts';

export const PAPER_NAMES = ['A4', 'Letter'] as const;
export type SheetPaper = (typeof PAPER_NAMES)[number];
/** The paper of the country whose money it is. */
export const paperOf = (currency: Currency | undefined): SheetPaper => (currency === 'USD' ? 'Letter' : 'A4');

/**
 * Least edge of a printed code in millimetres, without its quiet zone: jsQR and ZXing read it at 150 dots per inch, slightly
 * blurred. A logo covers modules, so a code with one has to be larger.
 */
export const MIN_CODE_MM = { plain: 20, withLogo: 30 } as const;

/**
 * Number of labels across and down a page, and whether codes are as large as logos need. Texts of a label give way to a code of
 * `MIN_CODE_MM`; apps/design-check/printed-sizes.spec.ts reads every size in every design.
 */
export const LABEL_SIZES = {
  small: { columns: 3, rows: 4, hasLogos: false },
  medium: { columns: 2, rows: 2, hasLogos: true },
  large: { columns: 1, rows: 1, hasLogos: true },
} as const;
export type LabelSize = keyof typeof LABEL_SIZES;
export const labelsPerPage = (size: LabelSize): number => LABEL_SIZES[size].columns * LABEL_SIZES[size].rows;

/** What a label shows on request: the name of its distributor, of the root of its tree, the address that its code holds. */
export const LABEL_LINES = ['distributor', 'tree', 'address'] as const;
export type LabelLine = (typeof LABEL_LINES)[number];

/** How far a print shop may cut beside the edge, in millimetres. */
export const BLEED_MM = 3;

/** A CSV has the links alone. */
export const SHEET_FORMATS = ['pdf', 'svg', 'csv'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

/** Most labels of a print sheet: the QRs of a large business. */
export const MAX_ON_SHEET = 5_000;

export const printSheetBody = z.strictObject({
  /** Null: QRs that the calling distributor has claimed or made, and those below them. */
  siteId: z.uuid().nullable(),
  /** In the order of their labels. */
  ids: z.array(z.uuid()).min(1).max(MAX_ON_SHEET),
  paper: z.enum(PAPER_NAMES),
  size: z.enum(['small', 'medium', 'large']),
  format: z.enum(SHEET_FORMATS),
  /** Left out: none. */
  lines: z.array(z.enum(LABEL_LINES)).max(3).optional(),
  /** A bleed of `BLEED_MM` and cut marks around the paper, for print shops. */
  hasMarks: z.boolean().optional(),
});
export type PrintSheetBody = z.infer<typeof printSheetBody>;

/** Served beside the JSON calls (other-calls.ts). A POST, because a URL has no room for the ids. */
export const printSheetCall = callsOf('QR codes')('POST', '/api/print-sheets', {
  summary: 'Download labels of QRs to print, with their names, benefits and customer codes',
  access: OWNER_DISTRIBUTOR_OR_SUPERADMIN,
  body: printSheetBody,
  answer: z.string(),
});
