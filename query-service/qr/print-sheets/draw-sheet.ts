import type { Readable } from 'node:stream';
import type { AboutPdf } from '@perktree/platform/pdf/pdf';
import { type Means, pagesOf, type SheetQr } from './labels.ts';
import { measure, pdfOf } from './sheet-pdf.ts';
import { svgFileOf } from './sheet-svg.ts';

/** All that a sheet shows. It reaches the process that draws it as a message. */
export interface SheetTask extends Omit<Means, 'measure'> {
  readonly qrs: readonly SheetQr[];
  /** Null: SVG. */
  readonly about: AboutPdf | null;
  /** Null: one file. */
  readonly pageNames: readonly string[] | null;
}

/** Draws a print sheet outside of the serving process. The file fails if the drawing does. */
export type DrawSheet = (task: SheetTask) => Readable;

/** Draws a sheet piece by piece. A code of dots takes 20 ms of processor time. */
export function drawSheet(task: SheetTask): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  const { qrs, about, pageNames, ...means } = task;
  const pages = pagesOf(qrs, { ...means, measure });
  return about === null ? svgFileOf(pages, pageNames) : pdfOf(pages, about);
}
