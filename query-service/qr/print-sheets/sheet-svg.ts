import { dataUrlOf } from '@perktree/contracts/brand/pictures';
import { svgElements } from '@perktree/contracts/qr/code/draw';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { SheetPage } from './sheet-layout.ts';

/** About as wide as the font of the PDF. Each device has one of them. */
const FONTS = 'Helvetica, Arial, sans-serif';

/** The earliest date of the format: the same pages always give the same archive. */
const FIRST_ZIP_DATE = new Date(1980, 0, 1);

/** One page as an SVG, or several as a ZIP of them. @param names the files of the pages; null: there is one page */
export function* svgFileOf(pages: Iterable<SheetPage>, names: readonly string[] | null): Generator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  let number = 0;
  for (const page of pages) {
    const svg = strToU8(svgOf(page));
    if (names === null) {
      yield svg;
      continue;
    }
    const file = Object.assign(new ZipDeflate(names[number] ?? ''), { mtime: FIRST_ZIP_DATE });
    zip.add(file);
    file.push(svg, true);
    yield* pieces;
    pieces = [];
    number += 1;
  }
  if (names === null) return;
  zip.end();
  yield* pieces;
}

/** One page as an SVG file in its real size. */
export function svgOf(page: SheetPage): string {
  const qrs = page.qrs.map(
    ({ drawing, logo, x, y, module }) =>
      `<g transform="translate(${round(x)} ${round(y)}) scale(${round(module)})">${svgElements(drawing, logo && dataUrlOf(logo))}</g>`,
  );
  const texts = page.texts.map(
    ({ text, bold, fontSize, x, y, colour }) =>
      `<text x="${round(x)}" y="${round(y)}" font-size="${round(fontSize)}"${bold ? ' font-weight="bold"' : ''}${colour ? ` fill="${colour}"` : ''}>${escapeXml(text)}</text>`,
  );
  const pictures = page.pictures.map(
    ({ png, x, y, width, height }) =>
      `<image href="${dataUrlOf(png)}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"/>`,
  );
  const marks = page.marks.map(
    (mark) =>
      `<path d="M${mark.slice(0, 2).map(round).join(' ')}L${mark.slice(2).map(round).join(' ')}" stroke="#000" stroke-width="0.25"/>`,
  );
  const { width, height } = page;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}pt" height="${height}pt" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    [...qrs, ...pictures, ...marks].join('\n'),
    `<g font-family="${FONTS}" text-anchor="middle">${texts.join('\n')}</g>`,
    '</svg>',
    '',
  ].join('\n');
}

function round(points: number): string {
  return Number(points.toFixed(4)).toString();
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Removes characters that XML forbids. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
