import { setImmediate } from 'node:timers/promises';
import { benefitLabel } from '@perktree/contracts/benefit-label';
import { LABEL_SIZES, labelsPerPage, type PrintSheetBody } from '@perktree/contracts/http/print-sheets';
import type { QrLabel } from '@perktree/contracts/http/qr-lists';
import { drawQr } from '@perktree/contracts/qr-code/draw';
import { errorCorrectionOf, PLAIN_DESIGN } from '@perktree/contracts/qr-design';
import { create } from 'qrcode';
import { type Label, layOutPage, type Measure, type SheetPage } from './sheet-layout.ts';

/** A label, and what it shows on request. */
export type SheetQr = QrLabel & {
  readonly tenantId: string;
  readonly distributor: string | null;
  readonly tree: string | null;
};

interface Means extends Pick<PrintSheetBody, 'paper' | 'size' | 'lines' | 'hasMarks'> {
  readonly language: string;
  /** Follows the names of brands without white label. */
  readonly productName: string;
  readonly measure: Measure;
  /** The PNG of a picture of a business; null: it was deleted. */
  readonly pictureOf: (tenantId: string, hash: string) => Promise<Buffer | null>;
}

/** The pages of a print sheet, each laid out when it is read. */
export async function* pagesOf(qrs: readonly SheetQr[], means: Means): AsyncGenerator<SheetPage> {
  const perPage = labelsPerPage(means.size);
  for (let first = 0; first < qrs.length; first += perPage) {
    const labels: Label[] = [];
    for (const qr of qrs.slice(first, first + perPage)) {
      labels.push(await labelOf(qr, means));
      // Yield to other requests.
      await setImmediate();
    }
    yield layOutPage(labels, means, means.measure);
  }
}

async function labelOf(
  { name, benefitDisplay, customerUrl, brand, design, tenantId, distributor, tree }: SheetQr,
  { size, lines = [], language, productName, pictureOf }: Means,
): Promise<Label> {
  const wanted = design ?? PLAIN_DESIGN;
  const look = LABEL_SIZES[size].hasLogos ? wanted : { ...wanted, logo: null };
  const { modules } = create(customerUrl, { errorCorrectionLevel: errorCorrectionOf(look) });
  // The address of a picture ends in its hash.
  const brandLogo = brand?.logoUrl?.split('/').at(-1);
  const whose = [lines.includes('tree') ? tree : null, lines.includes('distributor') ? distributor : null];
  return {
    lines: [
      whose.filter((part) => part !== null).join(' · '),
      lines.includes('address') ? customerUrl.replace(/^https?:\/\//, '') : '',
    ].filter((line) => line !== ''),
    ...{ name, benefit: benefitLabel(benefitDisplay, language) },
    brand: brand && {
      line: brand.showsProduct ? `${brand.name} · ${productName}` : brand.name,
      logo: brandLogo === undefined ? null : await pictureOf(tenantId, brandLogo),
      // Paper is white, so use the light theme's colour.
      colour: brand.colour?.light ?? null,
    },
    qr: drawQr(modules, look),
    logo: look.logo && (await pictureOf(tenantId, look.logo.picture)),
  };
}
