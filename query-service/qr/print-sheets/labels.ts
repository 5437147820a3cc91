import { drawQr } from '@perktree/contracts/qr/code/draw';
import { errorCorrectionOf, PLAIN_DESIGN, type QrDesign } from '@perktree/contracts/qr/design';
import type { QrLabel } from '@perktree/contracts/qr/list-calls';
import {
  LABEL_SIZES,
  type LabelSize,
  labelsPerPage,
  type PrintSheetBody,
} from '@perktree/contracts/qr/print-sheet-calls';
import { benefitLabel } from '@perktree/contracts/qr/shown-benefit';
import { create } from 'qrcode';
import { type Label, layOutPage, type Measure, type SheetPage } from './sheet-layout.ts';

/** A label, and what it shows on request. */
export type SheetQr = QrLabel & {
  readonly tenantId: string;
  readonly distributor: string | null;
  readonly tree: string | null;
};

export interface Means extends Pick<PrintSheetBody, 'paper' | 'size' | 'lines' | 'hasMarks'> {
  readonly language: string;
  /** Follows the names of brands without white label. */
  readonly productName: string;
  readonly measure: Measure;
  /** PNGs by `picturesOf`. One that is missing was deleted. */
  readonly pictures: ReadonlyMap<string, Buffer>;
}

/** The pages of a print sheet, each laid out when it is read. */
export function* pagesOf(qrs: readonly SheetQr[], means: Means): Generator<SheetPage> {
  const perPage = labelsPerPage(means.size);
  for (let first = 0; first < qrs.length; first += perPage) {
    const labels = qrs.slice(first, first + perPage).map((qr) => labelOf(qr, means));
    yield layOutPage(labels, means, means.measure);
  }
}

const lookOf = (design: QrDesign | null, size: LabelSize) => {
  const wanted = design ?? PLAIN_DESIGN;
  return LABEL_SIZES[size].hasLogos ? wanted : { ...wanted, logo: null };
};

/** The hashes of the pictures of a label. The address of a picture ends in its hash. */
export const labelPicturesOf = ({ brand, design }: Pick<SheetQr, 'brand' | 'design'>, size: LabelSize) => ({
  brand: brand?.logoUrl?.split('/').at(-1),
  logo: lookOf(design, size).logo?.picture,
});

function labelOf(qr: SheetQr, { size, lines = [], language, productName, pictures }: Means): Label {
  const { name, benefitTerms, customerUrl, brand, design, distributor, tree } = qr;
  const look = lookOf(design, size);
  const { modules } = create(customerUrl, { errorCorrectionLevel: errorCorrectionOf(look) });
  const hashes = labelPicturesOf(qr, size);
  const pictureOf = (hash: string | undefined) => (hash && pictures.get(hash)) || null;
  const whose = [lines.includes('tree') ? tree : null, lines.includes('distributor') ? distributor : null];
  return {
    lines: [
      whose.filter((part) => part !== null).join(' · '),
      lines.includes('address') ? customerUrl.replace(/^https?:\/\//, '') : '',
    ].filter((line) => line !== ''),
    name,
    benefit: benefitLabel(benefitTerms, language),
    brand: brand && {
      line: brand.showsProduct ? `${brand.name} · ${productName}` : brand.name,
      logo: pictureOf(hashes.brand),
      // Paper is white, so use the light theme's colour.
      colour: brand.colour?.light ?? null,
    },
    qr: drawQr(modules, look),
    logo: pictureOf(hashes.logo),
  };
}
