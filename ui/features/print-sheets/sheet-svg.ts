import { svgElements } from '@perktree/contracts/qr-code/formats';
import type { SheetPage } from './sheet-layout.ts';

/** The same widths as the PDF's Helvetica if either font is installed. */
export const FONTS = 'Helvetica, Arial, sans-serif';

/** One page as an SVG file in its real size. */
export function svgOf(page: SheetPage): string {
  const qrs = page.qrs.map(
    ({ drawing, logo, x, y, module }) =>
      `<g transform="translate(${round(x)} ${round(y)}) scale(${round(module)})">${svgElements(drawing, logo)}</g>`,
  );
  const texts = page.texts.map(
    ({ text, bold, fontSize, x, y, colour }) =>
      `<text x="${round(x)}" y="${round(y)}" font-size="${round(fontSize)}"${bold ? ' font-weight="bold"' : ''}${colour ? ` fill="${colour}"` : ''}>${escapeXml(text)}</text>`,
  );
  const pictures = page.pictures.map(
    ({ url, x, y, width, height }) =>
      `<image href="${url}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"/>`,
  );
  const { width, height } = page;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}pt" height="${height}pt" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    [...qrs, ...pictures].join('\n'),
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
