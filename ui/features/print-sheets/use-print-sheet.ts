import { calls } from '@perktree/contracts/http/calls';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { downloadBlob, fileNameOf } from '../../lib/download.ts';
import { qrOutline } from '../../lib/qr-matrix.ts';
import { useToast } from '../../lib/toast.tsx';
import { canvasMeasure, drawLine } from './canvas-text.ts';
import { type Label, type LabelSize, layOut, type Paper } from './sheet-layout.ts';
import { svgOf } from './sheet-svg.ts';

export type SheetFormat = 'pdf' | 'svg';
export interface SheetChoice {
  readonly qrs: readonly QrAnswer[];
  readonly paper: Paper;
  readonly size: LabelSize;
  readonly format: SheetFormat;
}

/** Links that are asked for at the same time. */
const AT_ONCE = 4;

/** Makes a sheet and saves it: one PDF, or an SVG, of several pages a ZIP of them. All chosen QRs are on it, or nothing is saved. */
export function usePrintSheet() {
  const { t } = useTranslation('print-sheets');
  const toast = useToast();
  return useMutation({
    mutationFn: async ({ qrs, paper, size, format }: SheetChoice) => {
      const pages = layOut(await labelsOf(qrs), paper, size, canvasMeasure());
      const title = t('fileName');
      if (format === 'pdf') {
        const { pdfOf } = await import('./sheet-pdf.ts');
        const pdf = await pdfOf(pages, title, drawLine);
        downloadBlob(new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), fileNameOf([title, paper], 'pdf'));
        return pages.length;
      }
      const [first, ...others] = pages;
      if (first && others.length === 0) {
        downloadBlob(new Blob([svgOf(first)], { type: 'image/svg+xml' }), fileNameOf([title, paper], 'svg'));
        return 1;
      }
      // In one file: browsers save only the last of several downloads that one tap begins.
      const { zipOf } = await import('../../lib/zip.ts');
      const zip = zipOf(
        pages.map((page, n) => ({
          name: fileNameOf([title, paper, String(n + 1)], 'svg'),
          content: new TextEncoder().encode(svgOf(page)),
        })),
      );
      downloadBlob(new Blob([zip], { type: 'application/zip' }), fileNameOf([title, paper], 'zip'));
      return pages.length;
    },
    onSuccess: (pages) => toast({ title: t('done'), description: t('doneText', { count: pages }) }),
    onError: (error) => toast({ title: t('failed'), description: errorText(error), variant: 'destructive' }),
  });
}

async function labelsOf(qrs: readonly QrAnswer[]): Promise<Label[]> {
  const labels: Label[] = [];
  for (let first = 0; first < qrs.length; first += AT_ONCE) {
    labels.push(...(await Promise.all(qrs.slice(first, first + AT_ONCE).map(labelOf))));
  }
  return labels;
}

async function labelOf(qr: QrAnswer): Promise<Label> {
  const { customerUrl } = await callApi(calls.qrCode, { params: { siteId: qr.siteId, qrId: qr.id } });
  return { name: qr.name, benefit: qr.benefitDisplay, qr: await qrOutline(customerUrl) };
}
