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
