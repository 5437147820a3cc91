import { benefitLabel } from '@perktree/contracts/benefit-label';
import { pictureUrl } from '@perktree/contracts/http/pictures';
import type { QrLabel } from '@perktree/contracts/http/qr-lists';
import { designVersion, PLAIN_DESIGN } from '@perktree/contracts/qr-design';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { brandMobile } from '../../lib/brand.ts';
import { downloadBlob, fileNameOf } from '../../lib/download.ts';
import { pictureDataUrl } from '../../lib/picture-data.ts';
import { qrDrawing } from '../../lib/qr-matrix.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';
import { canvasMeasure, drawLine } from './canvas-text.ts';
import { type LabelSize, labelsPerPage, layOutPage, type Paper, type SheetPage } from './sheet-layout.ts';
import { svgOf } from './sheet-svg.ts';

export type SheetFormat = 'pdf' | 'svg';
interface SheetChoice {
  readonly labels: () => Promise<readonly QrLabel[]>;
  readonly paper: Paper;
  readonly size: LabelSize;
  readonly format: SheetFormat;
}

/** Maximum time of work before a pause, so that the page stays responsive. */
const LONGEST_WORK_MS = 40;

/** The earliest date of the format. */
const FIRST_ZIP_DATE = new Date(1980, 0, 1);

/** Limits how often progress renders the page again. */
const PROGRESS_STEPS = 25;

/** Saves one PDF, one SVG, or a ZIP of several SVG pages. If one QR code fails, nothing is saved. */
export function usePrintSheet() {
  const { t, i18n } = useTranslation('print-sheets');
  const toast = useToast();
  /** Fraction of the pages that are drawn, 0 to 1. */
  const [progress, setProgress] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ labels, paper, size, format }: SheetChoice) => {
      setProgress(0);
      const all = await labels();
      const count = Math.ceil(all.length / labelsPerPage(size));
      const pages = pagesOf(all, paper, size, i18n.language);
      const onPage = (done: number) => setProgress(Math.floor((PROGRESS_STEPS * done) / count) / PROGRESS_STEPS);
      const title = t('fileName');
      const name = [title, paper, ...versionOf(all)];
      if (format === 'pdf') {
        const { pdfOf } = await import('./sheet-pdf.ts');
        const pdf = await pdfOf(pages, title, drawLine, onPage);
        downloadBlob(new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), fileNameOf(name, 'pdf'));
        return count;
      }
      const files: string[] = [];
      for await (const page of pages) onPage(files.push(svgOf(page)));
      const [first = '', ...others] = files;
      if (others.length === 0) {
        downloadBlob(new Blob([first], { type: 'image/svg+xml' }), fileNameOf(name, 'svg'));
        return count;
      }
      // Browsers save only the last of several downloads that one click starts.
      const { strToU8, zipSync } = await import('fflate');
      const zip = zipSync(
        Object.fromEntries(files.map((file, n) => [fileNameOf([...name, String(n + 1)], 'svg'), strToU8(file)])),
        // The same pages always give the same archive.
        { level: 0, mtime: FIRST_ZIP_DATE },
      );
      downloadBlob(new Blob([zip], { type: 'application/zip' }), fileNameOf(name, 'zip'));
      return count;
    },
    onSuccess: (pages) => toast({ title: t('done'), description: t('doneText', { count: pages }) }),
    onError: failureToast(toast, t('failed')),
  });
  return { ...mutation, progress };
}

/** The design version that all labels share, for the file name; empty if they differ. */
function versionOf(labels: readonly QrLabel[]): readonly string[] {
  const versions = new Set(labels.map(({ design }) => design && designVersion(design)));
  const [version] = versions;
  return versions.size === 1 && version ? [version] : [];
}

/** Draws page by page, with pauses that keep the browser responsive. */
export async function* pagesOf(
  labels: readonly QrLabel[],
  paper: Paper,
  size: LabelSize,
  language: string,
): AsyncGenerator<SheetPage> {
  const measure = canvasMeasure();
  const perPage = labelsPerPage(size);
  let workedSince = performance.now();
  for (let first = 0; first < labels.length; first += perPage) {
    const placed = labels
      .slice(first, first + perPage)
      .map(async ({ name, benefitDisplay, customerUrl, brand, design }) => ({
        ...{ name, benefit: benefitLabel(benefitDisplay, language) },
        brand: brand && {
          line: brand.showsProduct ? `${brand.name} · ${brandMobile()}` : brand.name,
          logo: brand.logoUrl && (await pictureDataUrl(brand.logoUrl)),
          // Paper is white, so use the light theme's colour.
          colour: brand.colour?.light ?? null,
        },
        qr: await qrDrawing(customerUrl, design ?? PLAIN_DESIGN),
        logo: design?.logo ? await pictureDataUrl(pictureUrl(design.logo.picture)) : null,
      }));
    yield layOutPage(await Promise.all(placed), paper, size, measure);
    if (performance.now() - workedSince < LONGEST_WORK_MS) continue;
    // Use a timer: awaiting a promise does not yield to the browser's event loop.
    await new Promise((done) => setTimeout(done));
    workedSince = performance.now();
  }
}
