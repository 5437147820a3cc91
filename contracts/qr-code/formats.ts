import type { QrDrawing } from './draw.ts';

/**
 * The elements of a drawing, without the `svg` around them.
 * @param logo address of the picture of the logo; null: no picture, and its place stays free
 */
export function svgElements({ fills, logo: place }: QrDrawing, logo: string | null): string {
  const paths = fills.map(({ color, path }) => `<path fill="${color}" d="${path}"/>`);
  if (place === null || logo === null) return paths.join('');
  const { x, y, edge } = place;
  return `${paths.join('')}<image x="${x}" y="${y}" width="${edge}" height="${edge}" href="${logo}"/>`;
}

/**
 * A drawing as an SVG file.
 * @param logo as in `svgElements`; a file shows only pictures that it holds, by an address of `data:`
 * @param width in pixels
 */
export function svgOfDrawing(drawing: QrDrawing, logo: string | null, width: number): string {
  const height = Math.round((width * drawing.height) / drawing.width);
  const size = `width="${width}" height="${height}" viewBox="0 0 ${drawing.width} ${drawing.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${svgElements(drawing, logo)}</svg>`;
}

/** A path as PDF operators, without painting it: `M1 2L4 2L4 3L1 3Z` → `1 2 3 1 re`. */
function pdfPath(path: string): string {
  return path
    .replace(
      RECTANGLE,
      (_, x: string, y: string, right: string, bottom: string) =>
        `${x} ${y} ${rounded(Number(right) - Number(x))} ${rounded(Number(bottom) - Number(y))} re\n`,
    )
    .replace(
      COMMAND,
      (_, command: string, numbers: string) => `${numbers}${numbers === '' ? '' : ' '}${PDF_OPERATORS[command]}\n`,
    );
}
const N = '(-?[\\d.]+)';
/** Two of its corners have the coordinates of the first and the third. */
const RECTANGLE = new RegExp(`M${N} ${N}L${N} \\2L\\3 ${N}L\\1 \\4Z`, 'g');
const COMMAND = /([MLCZ])([^MLCZ\n]*)/g;
const PDF_OPERATORS: Readonly<Record<string, string>> = { M: 'm', L: 'l', C: 'c', Z: 'h' };
const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

/**
 * The fills of a drawing as operators of a PDF page, whose coordinates start at the bottom. The logo is not among them.
 * @param place of its top left corner, in points, and the points of a module
 */
export function pdfOperators({ fills }: QrDrawing, place: { x: number; top: number; module: number }): string {
  const { x, top, module } = place;
  const painted = fills.map(({ color, path }) => `${pdfColor(color)} rg\n${pdfPath(path)}f\n`);
  // The second row of the matrix turns the paths over.
  return `q\n${module} 0 0 ${-module} ${x} ${top} cm\n${painted.join('')}Q\n`;
}

const pdfColor = (color: string) =>
  [1, 3, 5].map((at) => rounded(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');

/**
 * Where a picture is drawn that keeps its proportions within the logo's square, in points of a PDF page. `y` is the bottom.
 */
export function pdfLogoBox(
  { logo }: QrDrawing,
  place: { x: number; top: number; module: number },
  picture: { readonly width: number; readonly height: number },
): { x: number; y: number; width: number; height: number } | null {
  if (logo === null) return null;
  const scale = (logo.edge * place.module) / Math.max(picture.width, picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const middle = {
    x: place.x + (logo.x + logo.edge / 2) * place.module,
    y: place.top - (logo.y + logo.edge / 2) * place.module,
  };
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}
